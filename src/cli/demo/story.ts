/** The texts of the demo. */
export const STORY = {
  goal: "Move session handling to rotating refresh tokens. Never log a token, not even at debug level.",
  decision:
    "We decided to use a 15-minute grace period for the old token, because mobile clients retry on flaky networks. Start in src/auth/refresh.ts.",
  edited: { file_path: "src/auth/refresh.ts", old_string: "issue(", new_string: "rotate(" },
  test: { command: "npm test -- refresh" },
  failure:
    "Exit code 1\nFAIL test/refresh.test.ts > grace period\nAssertionError: expected 401 to be 200 (clock skew of 30 s)",
  finding:
    "The grace period test fails when the clocks differ by 30 seconds. I will allow that much skew in isExpired() next.",
  summary: "The user is working on authentication. Some files were edited and tests were run.",
  thanks: "ok thanks",
} as const;
