import { request } from "node:http";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { loadToken, scopedToken } from "../../src/daemon/index.ts";
import { Product, TEST_CONFIG } from "../support/product/product.ts";

const failure = z.object({ error: z.object({ code: z.string(), message: z.string(), hint: z.string().optional() }) });
const described = z.object({
  openapi: z.string().regex(/^3\.1\./),
  info: z.object({ title: z.string(), version: z.string() }),
  paths: z.record(
    z.string().startsWith("/"),
    z.record(
      z.string().regex(/^(?:get|post|put|delete)$/),
      z.looseObject({
        operationId: z.string(),
        parameters: z.array(z.looseObject({ name: z.string(), in: z.enum(["path", "query"]) })).default([]),
        responses: z.record(z.string(), z.looseObject({ description: z.string() })),
      }),
    ),
  ),
});

interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  readonly token?: string | undefined;
  /** Without a length, in pieces. */
  readonly chunked?: boolean;
}

let product: Product;
let port: number;
let token: string;
beforeAll(async () => {
  product = new Product();
  await product.ensureDaemon();
  const { url } = z.object({ url: z.string() }).parse((await product.api("GET", "/api/status")).body);
  port = Number(new URL(url).port);
  token = loadToken(product.home);
});
afterAll(() => product.dispose());

/** One request to the loopback port, as any program on the machine could make it. */
function web(path: string, { method = "GET", headers = {}, body, token: bearer, chunked }: Asked = {}, at = port) {
  return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: unknown }>((resolve, reject) => {
    const authorization: Record<string, string> = bearer === undefined ? {} : { authorization: `Bearer ${bearer}` };
    const length: Record<string, string> =
      body === undefined || chunked ? {} : { "content-length": String(Buffer.byteLength(body)) };
    const sent = request(
      { host: "127.0.0.1", port: at, path, method, agent: false, headers: { ...authorization, ...length, ...headers } },
      (response) => {
        let text = "";
        response.on("data", (chunk) => {
          text += chunk;
        });
        response.on("end", () => {
          const status = response.statusCode ?? 0;
          const isJson = response.headers["content-type"]?.includes("json") && text !== "";
          resolve({ status, headers: response.headers, body: isJson ? JSON.parse(text) : text });
        });
      },
    );
    // A door that refuses early closes while the rest is still being sent.
    sent.on("error", (error) => setTimeout(() => reject(error), 200));
    sent.end(body);
  });
}

const errorOf = (answer: { body: unknown }) => failure.parse(answer.body).error;

describe("W2: who may come in", () => {
  test("/health needs no token, and tells a stranger neither the home nor the socket", async () => {
    const { status, body } = await web("/health");
    expect(status).toBe(200);
    expect(Object.keys(z.looseObject({}).parse(body)).sort()).toEqual(
      ["name", "pid", "schemaVersion", "uptime", "version"].sort(),
    );
  });

  test.each(["/api/sessions", "/api/openapi.json", "/api/status", "/mcp", "/api/hooks/turn-end"])(
    "%s needs the token, and not just any",
    async (path) => {
      const method = path === "/mcp" || path.includes("hooks") ? "POST" : "GET";
      for (const wrong of [undefined, "", "wrong", `${token}x`, token.slice(0, -1), token.toUpperCase()]) {
        const answer = await web(path, { method, token: wrong });
        expect(answer.status).toBe(401);
        expect(errorOf(answer)).toMatchObject({ code: "unauthorized", hint: expect.stringContaining("Bearer") });
      }
    },
  );

  test("scopes: read reads, write writes, admin stops", async () => {
    const memory = { method: "POST", body: '{"content":"A fact."}' };
    const statuses = async (scope: "read" | "write" | "admin") => {
      const bearer = scopedToken(token, scope);
      const asked = [
        await web("/api/sessions", { token: bearer }),
        await web("/api/memories", { ...memory, token: bearer }),
        await web("/api/hooks/turn-end", { method: "POST", body: '{"session_id":"s"}', token: bearer }),
      ];
      return asked.map((answer) => answer.status);
    };
    expect(await statuses("read")).toEqual([200, 403, 403]);
    expect(await statuses("write")).toEqual([200, 200, 200]);
    expect(await statuses("admin")).toEqual([200, 200, 200]);
    const refused = await web("/api/shutdown", { method: "POST", token: scopedToken(token, "write") });
    expect(refused.status).toBe(403);
    expect(errorOf(refused)).toMatchObject({ code: "forbidden", hint: expect.stringContaining("--scope admin") });
    expect((await web("/api/shutdown?pid=1", { method: "POST", token })).status).toBe(409);
    expect((await product.cliProcess(["token", "--scope", "read"])).stdout.trim()).toBe(scopedToken(token, "read"));
  });

  const foreign: Record<string, string>[] = [
    { host: "evil.com" },
    { host: "127.0.0.1.evil.com" },
    { host: "localhost.evil.com:80" },
    { host: "0.0.0.0" },
    { origin: "https://evil.com" },
    { origin: "null" },
    { origin: "http://127.0.0.1.evil.com" },
    { origin: "http://localhost@evil.com" },
    { origin: "file://" },
  ];
  test.each(foreign)("a page of another site is refused: %j", async (headers) => {
    for (const path of ["/health", "/api/sessions", "/nowhere"]) {
      const answer = await web(path, { headers, token });
      expect(answer.status).toBe(403);
      expect(errorOf(answer).code).toBe("forbidden");
    }
  });

  test.each(["localhost@evil.com", "[::1].evil.com", "127.0.0.1:80:80", "localhost/../evil.com"])(
    "a host that is none (%s) is refused",
    async (host) => expect([400, 403]).toContain((await web("/health", { headers: { host } })).status),
  );

  test("a request that names no host is refused", async () => {
    const text = await new Promise<string>((resolve) => {
      let answer = "";
      const socket = connect(port, "127.0.0.1", () => socket.write("GET /health HTTP/1.0\r\n\r\n"));
      socket.on("data", (chunk) => {
        answer += chunk;
      });
      socket.on("close", () => resolve(answer));
    });
    expect(text).toMatch(/^HTTP\/1\.1 40[03]/);
  });

  test.each(["http://localhost:3000", "http://127.0.0.1", "http://[::1]:8080"])(
    "a page from here (%s) may ask",
    async (origin) => {
      expect((await web("/health", { headers: { origin, host: `localhost:${port}` } })).status).toBe(200);
    },
  );
});

describe("W2: what may be sent", () => {
  test.each([false, true])("over 4 MB is 413 (in pieces: %s)", async (chunked) => {
    const body = JSON.stringify({ content: "x".repeat((4 << 20) + 1) });
    const answer = await web("/api/memories", { method: "POST", body, token, chunked });
    expect(answer.status).toBe(413);
    expect(errorOf(answer)).toMatchObject({ code: "too_large", message: expect.stringContaining("4 MB") });
  });

  test.each([20_000, 2_000_000])("an address of %i characters is 431, in the one form of errors", async (length) => {
    const answer = await web(`/api/memories/recall?q=${"x".repeat(length)}`, { token });
    expect(answer.status).toBe(431);
    expect(errorOf(answer)).toMatchObject({
      code: "too_large",
      message: expect.stringContaining("16 KB"),
      hint: expect.stringContaining("POST"),
    });
  });

  test("what is no HTTP is 400, in the one form of errors", async () => {
    const text = await new Promise<string>((resolve) => {
      let answer = "";
      const socket = connect(port, "127.0.0.1", () => socket.write("nonsense\r\n\r\n"));
      socket.on("data", (chunk) => {
        answer += chunk;
      });
      socket.on("close", () => resolve(answer));
    });
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    expect(errorOf({ body: JSON.parse(text.split("\r\n\r\n")[1] ?? "") }).code).toBe("bad_input");
  });

  test("hooks take more than 4 MB and less than 64", async () => {
    const hook = (bytes: number) =>
      web("/api/hooks/turn-end", { method: "POST", token, body: `{"session_id":"big","x":"${"x".repeat(bytes)}"}` });
    expect((await hook(5 << 20)).status).toBe(200);
    expect((await hook(64 << 20)).status).toBe(413);
  });

  test.each(["{", "[]", '"x"', "null", "1", "\u0000"])("a body of %j is 400", async (body) => {
    const answer = await web("/api/memories", { method: "POST", body, token });
    expect({ status: answer.status, code: errorOf(answer).code }).toEqual({ status: 400, code: "bad_input" });
  });

  test.each([
    ["/api/memories", '{"content":7}', "content"],
    ["/api/memories", '{"content":"x","colour":1}', "colour"],
    ["/api/sessions", '{"key":""}', "key"],
  ])("%s with %s is 400 and names %s", async (path, body, field) => {
    const answer = await web(path, { method: "POST", body, token });
    expect(answer.status).toBe(400);
    expect(errorOf(answer).message).toMatch(new RegExp(`^${field}:`));
  });

  test.each(["/api/nowhere", "/", "/api/sessions/none", "/api/sessions/%zz"])(
    "%s is 404 in the one form of errors",
    async (path) => {
      const answer = await web(path, { token });
      expect({ status: answer.status, code: errorOf(answer).code }).toEqual({ status: 404, code: "not_found" });
      expect(errorOf(answer).hint).toBeTruthy();
    },
  );
});

test("W2: over the limit a token waits, however it is spelled; hooks and /health do not", async () => {
  const limited = new Product(undefined, `${TEST_CONFIG}limits: { requestsPerMinute: 5 }\n`);
  try {
    await limited.ensureDaemon();
    const { url } = z.object({ url: z.string() }).parse((await limited.api("GET", "/api/status")).body);
    const at = Number(new URL(url).port);
    const bearer = loadToken(limited.home);
    const ask = (path: string, asked: Asked = {}) => web(path, { token: bearer, ...asked }, at);
    for (let count = 0; count < 5; count++) expect((await ask("/api/sessions")).status).toBe(200);
    const refused = await ask("/api/sessions");
    expect({ status: refused.status, code: errorOf(refused).code }).toEqual({ status: 429, code: "rate_limited" });
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    expect((await ask("/api/sessions", { headers: { authorization: `bearer    ${bearer}` } })).status).toBe(429);
    expect((await ask("/api/sessions", { token: scopedToken(bearer, "read") })).status).toBe(200);
    const hook = { method: "POST", body: '{"session_id":"s"}' };
    for (let count = 0; count < 12; count++) expect((await ask("/api/hooks/turn-end", hook)).status).toBe(200);
    expect((await ask("/health")).status).toBe(200);
  } finally {
    await limited.dispose();
  }
});

test("W2: a flood keeps nobody from looking at the daemon or from stopping it", async () => {
  const flooded = new Product(undefined, `${TEST_CONFIG}limits: { requestsPerMinute: 5 }\n`);
  try {
    await flooded.ensureDaemon();
    for (let count = 0; count < 6; count++) await flooded.api("GET", "/api/sessions");
    expect((await flooded.api("GET", "/api/sessions")).status).toBe(429);
    expect(await flooded.cliJson(["status"])).toMatchObject({ running: true });
    const { stdout } = await flooded.cli(["doctor"]);
    expect(stdout).toMatch(/index\b.*more than 5 requests within a minute/);
    expect(stdout).not.toMatch(/invalid_type|"code"/);
    const stopped = await flooded.cli(["down"]);
    expect(stopped).toMatchObject({ code: 0, stdout: "Stopped.\n", stderr: "" });
    expect(await flooded.cliJson(["status"])).toMatchObject({ running: false });
  } finally {
    await flooded.dispose();
  }
});

test("W2: the description is well formed, and every route in it is there", async () => {
  const { body } = await web("/api/openapi.json", { token });
  const { paths } = described.parse(body);
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  expect(new Set(routes.map(({ operation }) => operation.operationId)).size).toBe(routes.length);
  for (const path of ["/health", "/api/status", "/api/shutdown", "/api/openapi.json", "/mcp", "/api/hooks/{event}"])
    expect(Object.keys(paths)).toContain(path);
  for (const { path, method, operation } of routes) {
    const named = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    const declared = operation.parameters.filter((one) => one.in === "path").map((one) => one.name);
    expect(declared.sort()).toEqual(named.sort());
    // One ends the daemon, the other never ends.
    if (path === "/api/shutdown" || path === "/api/events") continue;
    const answer = await web(path.replaceAll(/\{\w+\}/g, "zzz"), { method: method.toUpperCase(), body: "{}", token });
    expect({ path, method, text: JSON.stringify(answer.body) }).not.toMatchObject({
      text: expect.stringContaining(`there is no ${method.toUpperCase()}`),
    });
    expect(answer.status).toBeLessThan(500);
  }
});
