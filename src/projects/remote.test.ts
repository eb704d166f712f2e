import { mkdirSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { scratchFolder } from "../scratch.test-kit.ts";
import { normalizeRemote } from "./remote.ts";

const HERE = "/nowhere/project";
const name = (url: string) => normalizeRemote(url, HERE);

const word = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/);
const host = fc.tuple(word, word).map(([one, two]) => `${one}.${two}`);
const path = fc.array(fc.stringMatching(/^[A-Za-z][A-Za-z0-9_-]{0,8}$/), { minLength: 1, maxLength: 4 });
const place = fc.record({ host, path: path.map((parts) => parts.join("/")) });
const inOtherCase = (text: string) => [...text].map((c, n) => (n % 2 === 0 ? c.toUpperCase() : c)).join("");

/** The ways in which clones spell one URL. */
const spellings = (at: { host: string; path: string }): string[] =>
  [at.host, inOtherCase(at.host)].flatMap((at_) =>
    ["", ".git", "/", ".git/"].flatMap((end) => [
      `https://${at_}/${at.path}${end}`,
      `https://me:s3cr3t@${at_}/${at.path}${end}`,
      `HTTPS://token@${at_}:443/${at.path}${end}`,
      `http://${at_}:80/${at.path}${end}`,
      `ssh://git@${at_}/${at.path}${end}`,
      `ssh://git@${at_}:22/${at.path}${end}`,
      `git://${at_}/${at.path}${end}`,
      `git+ssh://git@${at_}/${at.path}${end}`,
      `git@${at_}:${at.path}${end}`,
      `${at_}:${at.path}${end}`,
      `git@${at_}:/${at.path}${end}`,
    ]),
  );

describe("S1: a remote has one name", () => {
  test("however its URL is spelt: protocol, user, credentials, default port, `.git`, case of the host", () => {
    fc.assert(
      fc.property(place, (at) => {
        expect(new Set(spellings(at).map(name))).toEqual(new Set([`${at.host}/${at.path}`]));
      }),
    );
  });

  test("another host, path or case of the path is another remote", () => {
    fc.assert(
      fc.property(place, place, (one, other) => {
        fc.pre(one.host !== other.host || one.path !== other.path);
        for (const url of spellings(one)) expect(name(url)).not.toBe(name(`https://${other.host}/${other.path}`));
      }),
    );
  });

  test("normalised again, it stays the same", () => {
    fc.assert(
      fc.property(place, (at) => {
        expect(name(`https://${name(`git@${at.host}:${at.path}`)}`)).toBe(`${at.host}/${at.path}`);
      }),
    );
  });

  test("any input is accepted, and nothing before the host is kept", () => {
    fc.assert(
      fc.property(fc.string(), (url) => {
        expect(() => name(url)).not.toThrow();
      }),
    );
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9%._~+-]{8,20}$/), place, (secret, at) => {
        expect(name(`https://${secret}:${secret}@${at.host}/x`)).toBe(`${at.host}/x`);
      }),
    );
  });
});

test("S1: another port is another server", () => {
  expect(name("http://localhost:3000/a/b.git")).toBe("localhost:3000/a/b");
  expect(name("ssh://git@localhost:3001/a/b.git")).toBe("localhost:3001/a/b");
  expect(name("https://[::1]:8443/a")).toBe("[::1]:8443/a");
});

test("S1: a repository on this machine is a path, from wherever it is named", () => {
  const folder = scratchFolder();
  const bare = join(folder, "origin.git");
  mkdirSync(bare);
  mkdirSync(join(folder, "work"));
  for (const url of [bare, `${bare}/`, join(folder, "origin"), `file://${bare}`, "../origin.git", "../origin"])
    expect(normalizeRemote(url, join(folder, "work")), url).toBe(bare);
  expect(normalizeRemote("../other.git", join(folder, "work"))).not.toBe(bare);
});

test("S1: what does not identify a clone is not a remote", () => {
  expect(name("  ")).toBeUndefined();
  expect(name("codecommit::eu-west-1://repo")).toBe("codecommit::eu-west-1://repo");
});
