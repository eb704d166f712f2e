/** Gives a process that serves one user after the other the environment of the next. */
export function takeEnvironment(env) {
  for (const name of Object.keys(process.env)) if (env[name] === undefined) delete process.env[name];
  Object.assign(process.env, env);
}
