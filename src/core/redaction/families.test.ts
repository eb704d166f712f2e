import { describe, expect, it } from "vitest";
import { redact } from "./index.ts";
import { dice, leaks, make } from "./test-kit.ts";

/**
 * Keys that are recognised alone, in any place. The beginnings are split so that no scanner takes this file for a leak.
 */
const TELLING: Readonly<Record<string, readonly string[]>> = {
  "model providers": [
    "sk-" + "ant-api03-{urlsafe:93}AA",
    "sk-" + "proj-{urlsafe:74}T3BlbkFJ{urlsafe:74}",
    "sk-" + "{alnum:20}T3BlbkFJ{alnum:20}",
    "sk-" + "or-v1-{hex:64}",
    "gs" + "k_{alnum:52}",
    "xa" + "i-{alnum:80}",
    "ppl" + "x-{alnum:48}",
    "r8" + "_{alnum:37}",
    "hf" + "_{alnum:34}",
    "AIz" + "a{urlsafe:35}",
    "nvapi" + "-{urlsafe:64}",
    "tgp_v1" + "_{urlsafe:43}",
    "csk" + "-{lower:48}",
    "tvly" + "-{alnum:32}",
    "jina" + "_{alnum:60}",
    "llx" + "-{alnum:48}",
    "lsv2_pt" + "_{hex:32}_{hex:10}",
    "pcsk" + "_{alnum:5}_{alnum:63}",
    "ya29" + ".{urlsafe:120}",
  ],
  clouds: [
    "AKI" + "A{base32:16}",
    "ASI" + "A{base32:16}",
    "ABS" + "K{base64:120}=",
    "LTA" + "I{alnum:20}",
    "AKI" + "D{alnum:32}",
    "GOOG" + "1E{alnum:55}",
    "dop_v1" + "_{hex:64}",
    "cfut" + "_{alnum:40}{hex:8}",
    "HRKU" + "-AA{urlsafe:58}",
    "nfp" + "_{alnum:36}",
    "fm2" + "_{base64:140}=",
    "sbp" + "_{hex:40}",
    "pscale_pw" + "_{urlsafe:43}",
    "AVNS" + "_{alnum:19}",
    "dap" + "i{hex:32}",
    "{alnum:3}8Q" + "~{alnum:34}",
    "{alnum:52}JQQJ99" + "{alnum:26}",
    "{alnum:14}.atlas" + "v1.{urlsafe:64}",
    "hvs" + ".{urlsafe:95}",
    "dp.pt" + ".{alnum:43}",
  ],
  forges: [
    "gh" + "p_{alnum:36}",
    "gh" + "o_{alnum:36}",
    "gh" + "s_{alnum:36}",
    "github_" + "pat_{alnum:22}_{alnum:59}",
    "gl" + "pat-{urlsafe:20}",
    "gl" + "ptt-{hex:40}",
    "ATBB" + "{alnum:32}",
    "ATATT3" + "{urlsafe:180}={hex:8}",
    "np" + "m_{alnum:36}",
    "pypi-" + "AgEIcHlwaS5vcmc{urlsafe:120}",
    "rubygems" + "_{hex:48}",
    "dckr_" + "pat_{urlsafe:27}",
    "CLOJARS" + "_{hex:60}",
    "sg" + "p_{hex:40}",
  ],
  "chat, mail and payment": [
    "xox" + "b-{digits:12}-{digits:13}-{alnum:24}",
    "xox" + "p-{digits:12}-{digits:12}-{digits:13}-{hex:32}",
    "xap" + "p-1-A{upper:10}-{digits:13}-{hex:64}",
    "{digits:10}:AA" + "E{urlsafe:32}",
    "MT" + "A{alnum:23}.G{alnum:5}.{urlsafe:38}",
    "sk_" + "live_{alnum:24}",
    "rk_" + "live_{alnum:40}",
    "wh" + "sec_{alnum:32}",
    "sq0" + "csp-{urlsafe:43}",
    "shp" + "at_{hex:32}",
    "S" + "G.{urlsafe:22}.{urlsafe:43}",
    "ke" + "y-{hex:32}",
    "{hex:32}-u" + "s12",
    "xkey" + "sib-{hex:64}-{alnum:16}",
    "S" + "K{hex:32}",
    "r" + "e_{alnum:8}_{alnum:24}",
    "EAA" + "A{urlsafe:60}",
    "access-" + "sandbox-{uuid}",
  ],
  "monitoring and tools": [
    "sntry" + "u_{hex:64}",
    "gls" + "a_{alnum:32}_{hex:8}",
    "NRA" + "K-{upper:27}",
    "dt0" + "c01.{upper:24}.{upper:64}",
    "PMA" + "K-{hex:24}-{hex:34}",
    "sq" + "u_{hex:40}",
    "CCI" + "PAT_{alnum:22}_{hex:40}",
    "lin_" + "api_{alnum:40}",
    "nt" + "n_{digits:11}{alnum:35}",
    "fig" + "d_{urlsafe:40}",
    "pa" + "t{alnum:14}.{hex:64}",
    "tf" + "p_{urlsafe:59}",
    "AGE-SECRET-" + "KEY-1{upper:58}",
    "tskey-" + "auth-{alnum:16}CNTRL-{alnum:32}",
    "pu" + "l-{hex:40}",
    "A3-{upper:6}-{upper:6}-{upper:5}-{upper:5}-{upper:5}-{upper:5}",
    "sha256" + "~{urlsafe:43}",
    "nse" + "c1{lower:58}",
    "xpr" + "v{alnum:107}",
  ],
  "vendors nobody has listed": [
    "acme_" + "live_{hex:32}",
    "harbor_" + "sk_{hex:40}",
    "zeta_" + "api_{lower:6}7{lower:34}",
  ],
  "JSON Web Tokens": [
    "ey" + "JhbGciOiJIUzI1NiJ9.eyJzdWIiOiI{alnum:40}.{urlsafe:43}",
    "ey" + "JhbGciOiJub25lIn0.eyJzdWIiOiI{alnum:40}",
  ],
};

/** Keys that only their name gives away. */
const NAMED: readonly (readonly [name: string, pattern: string])[] = [
  ["AWS_SECRET_ACCESS_KEY", "{base64:40}"],
  ["DATADOG_API_KEY", "{hex:32}"],
  ["CLOUDFLARE_API_TOKEN", "{urlsafe:40}"],
  ["HEROKU_API_KEY", "{uuid}"],
  ["ASANA_TOKEN", "{digits:16}"],
  ["ALGOLIA_ADMIN_KEY", "{hex:32}"],
  ["TWILIO_AUTH_TOKEN", "{hex:32}"],
  ["JWT_SECRET", "{urlsafe:48}"],
  ["ENCRYPTION_KEY", "{base64:43}="],
  ["SESSION_SECRET", "{hex:64}"],
  ["LINKEDIN_SECRET", "{lower:14}7"],
  ["CONFLUENT_TOKEN", "{lower:15}3"],
  ["MAPS_KEY", "{alnum:39}4"],
  ["TF_TOKEN_app_terraform_io", "{alnum:40}9"],
  ["githubWebhookSecret", "{hex:40}"],
  ["clientSecret", "{urlsafe:40}2"],
  ["GITHUB_PAT", "{hex:40}"],
  ["WG_PRIVATE_KEY", "{base64:43}="],
  ["totp_secret", "{base32:31}7"],
  ["bearerToken", "{hex:48}"],
];

const IN_TEXT: Readonly<Record<string, (secret: string) => string>> = {
  "a sentence": (s) => `I looked: the new one is ${s} and the old one stops working on Friday.`,
  "an argument list": (s) => `["--config","prod","${s}","--verbose"]`,
  "a stack trace": (s) => `ValueError: upstream rejected '${s}' (HTTP 401)`,
  "a transcript line": (s) => JSON.stringify({ content: JSON.stringify({ stdout: `a\n${s}\nb` }) }),
  "a color": (s) => `\u001b[32m${s}\u001b[0m`,
  "a percent-encoded address": (s) => `https://h.internal/cb?next=%2Fx%3D${encodeURIComponent(s)}`,
};

const UNDER_A_NAME: Readonly<Record<string, (name: string, secret: string) => string>> = {
  "an env file": (n, s) => `PORT=3000\n${n}=${s}\nDEBUG=1`,
  "an export": (n, s) => `$ export ${n}="${s}" && npm run deploy`,
  YAML: (n, s) => `env:\n  ${n}: ${s}\n  PORT: 80`,
  "a Kubernetes list": (n, s) => `- name: ${n}\n  value: "${s}"`,
  JSON: (n, s) => JSON.stringify({ service: "billing", [n]: s }, null, 2),
  "JSON in JSON in JSON": (n, s) => JSON.stringify({ a: JSON.stringify({ b: JSON.stringify({ [n]: s }) }) }),
  TOML: (n, s) => `[service]\n${n} = "${s}"`,
  XML: (n, s) => `<add key="${n}" value="${s}" />`,
  "an element": (n, s) => `<${n}>${s}</${n}>`,
  Python: (n, s) => `os.environ["${n}"] = '${s}'`,
  "a fallback": (n, s) => `const key = process.env.${n} ?? "${s}";`,
  "typed code": (n, s) => `private readonly ${n}: string = "${s}";`,
  Go: (n, s) => `${n} := \`${s}\``,
  PHP: (n, s) => `define('${n}', '${s}');`,
  Ruby: (n, s) => `:${n} => "${s}",`,
  "a Makefile": (n, s) => `${n} ?= "${s}"`,
  Java: (n, s) => `System.setProperty("${n}", "${s}")`,
  PowerShell: (n, s) => `$env:${n} = "${s}"`,
  "a Dockerfile": (n, s) => `ENV ${n}=${s}`,
  "docker run": (n, s) => `docker run -e ${n}='${s}' -p 8080:8080 acme/web:2.4.1`,
  "gh secret set": (n, s) => `gh secret set ${n} --body "${s}" --repo acme/web`,
  "a log line": (n, s) => `2026-11-14T09:12:44Z DEBUG config ${n}=${s} region=eu-west-1 took=12ms`,
  "a query": (n, s) => `GET https://h.internal/v2?format=csv&${n}=${encodeURIComponent(s)}&page=2`,
  "a diff": (n, s) => `-${n}=\n+${n}=${s}\n PORT=8080`,
};

describe("redaction: keys of known build are found in any place", () => {
  for (const [family, patterns] of Object.entries(TELLING)) {
    for (const [place, write] of Object.entries(IN_TEXT)) {
      it(`${family}, in ${place}`, () => {
        const roll = dice(family.length * 31 + place.length);
        for (const pattern of patterns) {
          const secret = make(pattern, roll);
          expect(leaks(secret, redact(write(secret))), `${pattern}: ${redact(write(secret))}`).toBe(false);
        }
      });
    }
  }
});

describe("redaction: a name that says secret gives its value away", () => {
  for (const [place, write] of Object.entries(UNDER_A_NAME)) {
    it(`in ${place}`, () => {
      const roll = dice(place.length * 17 + 5);
      for (const [name, pattern] of NAMED) {
        const secret = make(pattern, roll);
        const output = redact(write(name, secret));
        expect(leaks(secret, output), `${name}: ${output}`).toBe(false);
        expect(output).toContain(name);
      }
    });
  }
});
