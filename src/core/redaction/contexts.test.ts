import { describe, expect, it } from "vitest";
import { redact } from "./index.ts";
import { dice, leaks, make } from "./test-kit.ts";

const roll = dice(23);
const token = () => make("{alnum:30}7", roll);

/** Passwords as people make them: with a digit, with a mark, two words and a number, drawn. */
const PASSWORDS = ["hV7!kd92Lq", "walnut-harbor-5521", "Tr4mpoline$x", "qX8zPm2LkWv9", "Sunset77#Grove"];

const WITH_PASSWORD: readonly ((password: string) => string)[] = [
  (p) => `postgres://app:${p}@db.internal:5432/orders`,
  (p) => `Error: connect ECONNREFUSED (mongodb+srv://svc:${encodeURIComponent(p)}@c0.mongodb.net/main?w=1)`,
  (p) => `redis://:${p}@cache.internal:6379/0`,
  (p) => `origin\thttps://deploy:${p}@git.internal/acme/web.git (fetch)`,
  (p) => `curl -u admin:${p} https://h.internal`,
  (p) => `curl -H "X-Trace: 1" --user "admin:${p}" https://h.internal`,
  (p) => `curl -d '{"username":"bob","password":"${p}"}' https://h.internal/login`,
  (p) => `mysql -h db -uroot -p'${p}' shop`,
  (p) => `mysql --user=root --password=${p} shop`,
  (p) => `PGPASSWORD='${p}' psql -h db`,
  (p) => `sshpass -p '${p}' ssh deploy@10.0.0.4`,
  (p) => `docker login -u ci -p '${p}' registry.internal`,
  (p) => `echo '${p}' | sudo -S systemctl restart app`,
  (p) => `echo "root:${p}" | chpasswd`,
  (p) => `redis-cli -h cache -a '${p}' ping`,
  (p) => `ldapsearch -x -D cn=admin -w ${p} -b dc=x`,
  (p) => `smbclient //fs/share -U 'bob%${p}'`,
  (p) => `sqlplus scott/${p}@orcl`,
  (p) => `net use Z: \\\\fs\\share /user:svc ${p}`,
  (p) => `net user bob ${p} /add`,
  (p) => `ConvertTo-SecureString "${p}" -AsPlainText -Force`,
  (p) => `openssl pkcs12 -in a.p12 -passin pass:${p} -nodes`,
  (p) => `helm upgrade web ./chart --set db.password=${p}`,
  (p) => `terraform apply -var 'db_password=${p}'`,
  (p) => `machine h.internal\n  login ci\n  password ${p}`,
  (p) => `db.internal:5432:orders:app:${p}`,
  (p) => `Server=tcp:db,1433;User Id=app;Password=${p};Encrypt=true;`,
  (p) => `jdbc:postgresql://db/orders?user=app&password=${p}&ssl=true`,
  (p) => `spring.datasource.password=${p}`,
  (p) => `ALTER USER app WITH PASSWORD '${p}';`,
  (p) => `ALTER LOGIN sa WITH PASSWORD = N'${p}';`,
  (p) => `CREATE USER 'svc'@'%' IDENTIFIED BY '${p}';`,
  (p) => `db.createUser({ user: "x", pwd: "${p}", roles: [] })`,
  (p) => `<server><username>ci</username><password>${p}</password></server>`,
  (p) => `<user username="tom" password="${p}" roles="admin"/>`,
  (p) => `define( 'DB_PASSWORD', '${p}' );`,
  (p) => `login(username="ops", password="${p}")`,
  (p) => `ansible_become_password: "${p}"`,
  (p) => `POSTGRES_PASSWORD: ${p}`,
  (p) => `requirepass ${p}`,
  (p) => `{"name":"DB_PASSWORD","value":"${p}"}`,
  (p) => `| DB_PASSWORD | ${p} |`,
  (p) => `the password for the staging box is ${p}.`,
  (p) => `User: use password ${p} for the staging login`,
  (p) => `Wifi password: ${p}`,
  (p) => `**Password:** ${p}`,
  (p) => `Passwort: ${p}`,
  (p) => `contraseña: ${p}`,
  (p) => `пароль: ${p}`,
  (p) => `密码：${p}`,
];

describe("redaction: passwords are found by their context", () => {
  it.each(WITH_PASSWORD.map((write) => [write("…"), write] as const))("%s", (_, write) => {
    for (const password of PASSWORDS) {
      const text = write(password);
      expect(redact(text)).not.toContain(password);
      expect(redact(JSON.stringify({ content: text }))).not.toContain(JSON.stringify(password).slice(1, -1));
    }
  });

  it("takes odd characters in an address's password, too", () => {
    for (const password of ["p@ss/w0rd", "a#b?c9:d", "x%2Fy!z1"]) {
      expect(redact(`postgres://app:${password}@db.internal:5432/orders`)).toBe(
        "postgres://app:[REDACTED]@db.internal:5432/orders",
      );
    }
  });
});

const WITH_TOKEN: readonly ((secret: string) => string)[] = [
  (s) => `> Authorization: Bearer ${s}`,
  (s) => `DEBUG headers={'accept': '*/*', 'authorization': 'Bearer ${s}'}`,
  (s) => `curl -H 'Authorization: token ${s}' https://h`,
  (s) => `curl -H "X-Api-Key: ${s}" https://h`,
  (s) => `req.Header.Set("Authorization", "Bearer ${s}")`,
  (s) => `fetch(url, { headers: { Authorization: 'Bearer ${s}' } })`,
  (s) => `Cookie: theme=dark; session=${s}; lang=en`,
  (s) => `Set-Cookie: connect.sid=${s}; Path=/; HttpOnly`,
  (s) => `//registry.example.org/:_authToken=${s}`,
  (s) => `https://h.internal/x?access_token=${s}&page=2`,
  (s) => `https://h.internal/cb#id_token=${s}`,
  (s) => `https://b.blob.core.windows.net/c?sv=2024&sig=${s}`,
  (s) => `https://s3.amazonaws.com/b?X-Amz-Expires=1&X-Amz-Signature=${s}`,
  (s) => `otpauth://totp/x:bob?secret=${s}&issuer=x`,
  (s) => `AccountName=x;AccountKey=${s}==;EndpointSuffix=core.windows.net`,
  (s) => `https://hooks.slack.com/services/T0ABCDEF1/B0ABCDEF2/${s}`,
  (s) => `https://discord.com/api/webhooks/123456789012345678/${s}${s}`,
  (s) => `vercel deploy --token ${s}`,
  (s) => `["--token", "${s}"]`,
  (s) => `cargo login ${s}`,
  (s) => `aws configure set aws_secret_access_key ${s}`,
  (s) => `my API key is ${s}`,
  (s) => `Error: Invalid API key provided: ${s}`,
  (s) => `{"access_token":"${s}","expires_in":3599,"token_type":"Bearer"}`,
  (s) => `api_keys = ["first", "${s}"]`,
];

describe("redaction: tokens are found by their context", () => {
  it.each(WITH_TOKEN.map((write) => [write("…"), write] as const))("%s", (_, write) => {
    for (let i = 0; i < 5; i++) {
      const secret = token();
      expect(leaks(secret, redact(write(secret))), redact(write(secret))).toBe(false);
    }
  });

  it("keeps what is around them", () => {
    const secret = token();
    expect(redact(`curl -H "Authorization: Bearer ${secret}" https://h/x`)).toBe(
      'curl -H "Authorization: Bearer [REDACTED]" https://h/x',
    );
    expect(redact(`A=1\nAPI_KEY=${secret}\nB=2`)).toBe("A=1\nAPI_KEY=[REDACTED]\nB=2");
    expect(redact(`{"apiKey":"${secret}","n":1}`)).toBe('{"apiKey":"[REDACTED]","n":1}');
  });

  it("finds Basic credentials by what they decode to", () => {
    const credentials = Buffer.from(`svc:${token()}`).toString("base64");
    expect(redact(`Authorization: Basic ${credentials}`)).toBe("Authorization: Basic [REDACTED]");
    expect(redact(`"auths": {"r.io": {"auth": "${credentials}"}}`)).not.toContain(credentials);
  });
});

describe("redaction: blocks", () => {
  const lines = [1, 2, 3, 4].map(() => make("{base64:64}", roll));
  const short = `${make("{base64:14}", roll)}==`;
  const kinds = [
    "RSA PRIVATE KEY",
    "PRIVATE KEY",
    "EC PRIVATE KEY",
    "OPENSSH PRIVATE KEY",
    "ENCRYPTED PRIVATE KEY",
    "DSA PRIVATE KEY",
    "PGP PRIVATE KEY BLOCK",
  ];
  const begin = (kind: string) => `-----${"BEGIN"} ${kind}-----`;
  const block = (kind: string) => [begin(kind), ...lines, short, `-----END ${kind}-----`].join("\n");

  it.each(kinds)("%s, however it is written", (kind) => {
    const ways = [
      block(kind),
      block(kind).replace(/^/gm, "    "),
      JSON.stringify({ private_key: block(kind) }),
      JSON.stringify({ content: JSON.stringify({ key: block(kind) }) }),
      block(kind)
        .split("\n")
        .map((line, i) => `${String(i + 1).padStart(6)}→${line}`)
        .join("\n"),
      block(kind).replace(/^/gm, "+"),
      block(kind)
        .split("\n")
        .map((line) => `"${line}\\n" +`)
        .join("\n"),
      [begin(kind), ...lines].join("\n"),
      `${begin(kind)}\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0011\n\n${lines.join("\n")}`,
    ];
    for (const text of ways) {
      const output = redact(`before\n${text}\nand after`);
      for (const line of lines) expect(output).not.toContain(line);
      expect(output).toContain("before\n");
      expect(output).toContain("and after");
    }
  });

  it("finds a key that was encoded in base64 once more", () => {
    const data = Buffer.from(block("RSA PRIVATE KEY")).toString("base64");
    expect(redact(`client-key-data: ${data}`)).toBe("client-key-data: [REDACTED]");
  });

  it("takes every value of a Kubernetes Secret, whatever its key is called", () => {
    const values = [make("{alnum:24}", roll), make("{alnum:12}", roll)];
    const yaml = `apiVersion: v1\ndata:\n  config.json: ${values[0]}\n  user: ${values[1]}\nkind: Secret\nmetadata:\n  name: app`;
    const json = JSON.stringify({ apiVersion: "v1", data: { conf: values[0], user: values[1] }, kind: "Secret" });
    for (const text of [yaml, json, JSON.stringify({ stdout: yaml })]) {
      for (const value of values) expect(redact(text)).not.toContain(value);
    }
  });

  it("finds the words that open a wallet", () => {
    const words = "orbit velvet juniper cactus cobalt copper walnut saffron meadow granite falcon thistle";
    expect(redact(`MNEMONIC="${words}"`)).toBe('MNEMONIC="[REDACTED]"');
    expect(redact(`seed phrase: ${words}`)).not.toContain("velvet juniper");
  });

  it("finds password hashes", () => {
    for (const hash of [
      `$2b$12$${make("{alnum:53}", roll)}`,
      `$6$${make("{alnum:8}", roll)}$${make("{alnum:86}", roll)}`,
      `$apr1$${make("{alnum:8}", roll)}$${make("{alnum:22}", roll)}`,
    ]) {
      expect(redact(`bob:${hash}`)).toBe("bob:[REDACTED]");
    }
  });

  it("finds an AWS secret next to its key id without a name", () => {
    const secret = `${make("{base64:38}", roll)}a7`;
    expect(redact(`${"AKIA"}${make("{base32:16}", roll)},${secret}`)).toBe("[REDACTED],[REDACTED]");
  });
});

describe("redaction: one secret does not hide another", () => {
  const known = () => make(`${"gh"}p_{alnum:36}`, roll);

  it.each([
    ["the user of an address", (a: string, b: string) => `https://${a}:${b}@git.internal/x.git`],
    ["the user of curl -u", (a: string, b: string) => `curl -u ${a}:${b} https://h`],
    ["a header before -u", (a: string, b: string) => `curl -H "X-Trace: ${a}" -u bob:${b} https://h`],
    ["a list", (a: string, b: string) => `tokens: ["${a}", "${b}"]`],
    ["cookies", (a: string, b: string) => `Cookie: session=${a}; auth=${b}`],
    ["neighbours", (a: string, b: string) => `${a},${b}`],
  ])("%s", (_, write) => {
    const [first, second] = [known(), known()];
    for (const size of [0, 1_100_000]) {
      const output = redact(`${"plain words ".repeat(size / 12)}\n${write(first, second)}`);
      expect(leaks(first, output) || leaks(second, output), output.slice(-200)).toBe(false);
    }
  });
});

describe("a word and a number under a password's name", () => {
  it.each([
    "password=hunter2",
    "password=hunter2hunter2",
    "password: hunter2",
    "  passwd=letmein99",
    "password=Sommer2024!\nuser=bob",
    "- password: trampoline7",
    "export password=walnut55 # for now",
  ])("typed in on its own line is a secret: %s", (text) => {
    expect(redact(text)).toContain("[REDACTED]");
    expect(redact(text)).not.toMatch(/hunter2|letmein99|Sommer2024|trampoline7|walnut55/);
  });

  it.each([
    "connect(user=user1, password=hunter2)",
    "connect(user=user1, password=hunter2hunter2)",
    "const ok = password === hunter2;",
    "password=password2",
    "password=value12",
    "password: varchar255",
    "login(password=attempt3, retries=2)",
    "if password=second1 then",
  ])("in an expression it is a variable: %s", (text) => {
    expect(redact(text)).toBe(text);
  });
});
