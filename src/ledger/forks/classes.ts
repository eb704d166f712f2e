import { keyOf } from "./lexicon.ts";

/*
 * Things of which one is taken for one purpose. The table is general knowledge and modest: what is not in it is no reason for a fork.
 * Before the bar the words that such a choice is about, behind it the members, with `=` between names of the same.
 */
const TABLE = `
install package dependency lockfile | npm, pnpm, yarn, bun
database datum store | postgres=postgresql, mysql, mariadb, sqlite, mongodb=mongo, dynamodb, oracle, cockroachdb, firestore
cache | redis, memcached, valkey
queue message event | kafka, rabbitmq, sqs, nats
test | jest, vitest, mocha, jasmine
test | pytest, unittest, nose
test browser | playwright, cypress, selenium, puppeteer
lint format | eslint, biome, prettier
frontend ui page component | react, vue, svelte, angular, solid
state | redux, zustand, mobx, jotai, pinia
style css | tailwind, css module, styled component, bootstrap, emotion
bundle build | webpack, vite, rollup, parcel, esbuild
server framework | express, fastify, koa, hono
server framework | django, flask, fastapi
query orm | prisma, drizzle, kysely, typeorm, sequelize, knex
api endpoint | rest, graphql, grpc, soap, trpc
client push update | websocket, server sent event=sse, long polling
ci pipeline | github action, jenkin, gitlab ci, circleci, travis
infrastructure | terraform, pulumi, cloudformation
proxy | nginx, caddy, haproxy, traefik, apache
image | alpine, debian, ubuntu, distroless
cluster container | kubernetes=k8s, docker swarm, nomad
cloud host | aws, azure, gcp
hash password | argon2=argon2id, bcrypt, scrypt, pbkdf2, md5
sign | rs256, hs256, es256, eddsa
session auth | jwt, session cookie
compress | gzip, zstd, brotli, lz4
data format | json, xml, yaml, toml, protobuf, csv
date | moment, dayjs, luxon, date fns
name | kebab case, camel case=camelcase, snake case=snake_case, pascal case=pascalcase
quote | single quote, double quote
theme default | dark, light
indent | tab, space
document language text comment | english, german, french, spanish, italian, portuguese, japanese, chinese
key id | uuid=uuidv4=uuidv7, auto increment, ulid, nanoid
shell script | bash, zsh, fish, powershell
delete | soft delete, hard delete
merge | squash, merge commit, rebase
rendering | server side, client side
`;

/** A choice between tabs and spaces, dark and light or quotes is one only where that is spoken of. */
const NEEDS_ITS_WORD = new Set(
  ["tabs", "dark", "english", "json", "jwt", "alpine", "server", "single", "soft", "bash", "squash"].map(keyOf),
);

export interface Member {
  readonly of: number;
  readonly names: readonly (readonly string[])[];
  /** What a choice of this class is about. */
  readonly about: ReadonlySet<string>;
  /** Only in talk about that. */
  readonly onlyThere: boolean;
}

const keysOf = (words: string): string[] => words.trim().split(/\s+/).map(keyOf);

export const MEMBERS: readonly Member[] = TABLE.trim()
  .split("\n")
  .flatMap((line, of) => {
    const [about = "", members = ""] = line.split(" | ");
    const names = members.split(",").map((member) => member.split("=").map(keysOf));
    const onlyThere = names.some((forms) => forms.some(([first = ""]) => NEEDS_ITS_WORD.has(first)));
    return names.map((forms) => ({ of, names: forms, about: new Set(keysOf(about)), onlyThere }));
  });

/** The members that are named in so many words. */
export const membersIn = (keys: ReadonlySet<string>): readonly Member[] =>
  MEMBERS.filter(({ names }) => names.some((name) => name.every((key) => keys.has(key))));

/** What a choice of such a thing is about. */
export const aboutOf = (keys: readonly string[]): ReadonlySet<string> =>
  new Set(membersIn(new Set(keys)).flatMap((member) => [...member.about]));
