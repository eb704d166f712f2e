import fc from "fast-check";

/**
 * Properties are tried on the same cases in every run, so that a commit which passed once passes again; with
 * `EXPLORE=1` they are tried on others, which is how to look for what the usual cases miss.
 */
if (process.env.EXPLORE === undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 20_261_116 });
