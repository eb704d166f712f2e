import fc from "fast-check";
import { expect, test } from "vitest";
import { expectProportional } from "../../../../../test/support/growth.ts";
import { isReadOnlyCommand } from "./read-only.ts";

const READING = [
  ...[
    "ls -la",
    "cat a.txt b.txt",
    "pwd",
    "cat 'a b.txt' | head -5",
    'grep -rn "foo bar" src | wc -l',
    "/usr/bin/cat x",
  ],
  ...["cd src && ls; pwd", "ls || true", "cat <a.txt", "ls 2>/dev/null", "ls >/dev/null 2>&1", "ls &>/dev/null"],
  ...['cat "$HOME/.bashrc"', "ls *.ts src/**/*.js", "ls # and rm nothing"],
  ...[
    "find . -name '*.ts' -not -path './node_modules/*'",
    "find src -type f | xargs grep -l foo",
    "find . -print0 | xargs -0 -n 1 wc -l",
  ],
  ...["sed -n '10,20p' src/a.ts", "sed -n -e '1p' -e '$p' a", "sed 's/a/b/g' a.txt"],
  ...[
    "git status",
    "git log --oneline -10",
    "git -C sub diff HEAD~1 -- src",
    "git --no-pager show abc:src/a.ts",
    "git branch -a",
    "git stash list",
  ],
  ...[
    "git config --get user.name",
    "git remote -v",
    "git blame -L 1,5 a.ts",
    "git grep -n foo",
    "git tag --list",
    "git worktree list",
  ],
  ...["LC_ALL=C sort -u a.txt", "date +%s", "[ -f a.txt ] && echo yes"],
  ...[
    "printf '%s\\n' a",
    "uniq -c a.txt",
    "rg -n 'TODO' src",
    "throughline sessions list",
    "jq '.a > 1' a.json",
    "ls \\\n  -la",
  ],
];

const WRITING = [
  ...[
    "rm -rf build",
    "ls; rm a",
    "ls && rm a",
    "ls | tee a",
    "ls\nrm a",
    "ls & rm a",
    "true || rm a",
    "echo x > a.txt",
    "echo x >> a.txt",
    "echo x>a",
  ],
  ...[
    "ls 2> errors.txt",
    "ls &> all.txt",
    "ls >| a",
    "echo x > /dev/null/../../tmp/a",
    "cat > a <<'EOF'\nx\nEOF",
    "ls 1>&2 >a",
    "ls > $OUT",
  ],
  ...[
    "echo $(git rev-parse HEAD)",
    "diff <(ls a) <(ls b)",
    "(cd a && ls)",
    "grep x <<< 'some text'",
    "env LANG=C ls",
    "ls a\\\n#; rm b",
    "find . '-'d*",
    "echo $(rm a)",
    'echo "$(rm a)"',
    "echo `rm a`",
    "cat <(rm a)",
    "ls >(tee a)",
    `echo \${x:=$(rm a)}`,
    "echo $((a[$(rm b)]))",
    "ls $'\\x2d'",
  ],
  ...[
    "find . -delete",
    "find . -exec rm {} \\;",
    "find . -execdir sh -c x \\;",
    "find . -ok rm {} +",
    "find . -fprint out",
    "find . $X",
    "find . {-delete,-print}",
  ],
  ...[
    "find . | xargs rm",
    "find . | xargs -I{} mv {} b",
    "ls | xargs sh -c 'rm a'",
    "ls | xargs sed -n 1p",
    "ls | xargs find . ",
  ],
  ...[
    "sed -i 's/a/b/' f",
    "sed -n 'w out' f",
    "sed 's/a/b/w out' f",
    "sed 's/a/rm b/e' f",
    "sed --in-place=x 1p f",
    "sed 1p f -i",
    "sed -ni 1p f",
    "sed -f script f",
  ],
  ...[
    "awk '{print > \"out\"}' f",
    "awk 'BEGIN{system(\"rm a\")}'",
    "awk '{print | \"sh\"}' f",
    "awk -i inplace '{print}' f",
    "awk -f s.awk f",
  ],
  ...[
    "git commit -m x",
    "git push",
    "git checkout -- .",
    "git branch new",
    "git branch -D x",
    "git tag v1",
    "git stash",
    "git stash pop",
    "git config user.name x",
  ],
  ...[
    "git -c core.pager='rm a' log",
    "git diff --output=x",
    "git diff --outpu=x",
    "git grep -Orm foo",
    "git log --ext-diff",
    "git remote add a b",
    "git reflog expire",
  ],
  ...[
    "git --exec-path=. status",
    "git ls-remote 'ext::sh -c id'",
    "git --git-dir=/tmp/x status",
    "git config --get a --unset b",
    "git fetch",
    "git clean -fd",
  ],
  ...[
    "PATH=/tmp ls",
    "LD_PRELOAD=x.so ls",
    "GIT_PAGER='rm a' git log",
    "PATH=/tmp",
    "env PATH=/tmp ls",
    "env -S 'rm a'",
    "X=-delete; find . $X",
    "GIT_EXTERNAL_DIFF=x git diff",
  ],
  ...[
    "sort -o out a",
    "sort --output=out a",
    "sort --outp=a a",
    "sort --compress-program=x a",
    "uniq a b",
    "tree -o out",
    "file -C -m x",
    "rg --pre sh x",
    "fd -x rm",
  ],
  ...[
    "curl http://127.0.0.1:47600",
    "wget x",
    "sudo ls",
    "bash -c 'ls'",
    "sh script.sh",
    "eval ls",
    "exec ls",
    "source a",
    ". a",
    "npm test",
    "node -e 'x'",
    "python3 -c 'x'",
  ],
  ...[
    "./ls",
    "bin/cat a",
    "tmp/../ls",
    "$CMD a",
    '"$(echo rm)" a',
    "ls() { rm a; }; ls",
    "if true; then rm a; fi",
    "for f in *; do rm $f; done",
    "while true; do rm a; done",
  ],
  ...[
    "test -v 'a[$(rm b)]'",
    "[ -v 'x[$(rm b)]' ]",
    "printf -v PATH x",
    "date -s 2020-01-01",
    "hostname evil",
    "ls *(e:'rm a':)",
    "ls 'open",
    'ls "open',
    "[[ -f a ]]",
  ],
  ...[
    "throughline sessions sandbox abc --lift --reason x",
    "throughline session sandbox abc --lift",
    "throughline down",
    "npx throughline sessions list",
    "kill 1",
    "nohup ls",
  ],
  ...[
    "",
    "   ",
    "# nothing",
    "alias ls=rm; ls",
    "command -p rm a",
    "timeout 5 rm a",
    "nice rm a",

    "cat a\u0000; rm b",
    "echo ok\r rm a",
    "{ rm a; }",
    "! rm a",
    "time rm a",
  ].filter((one) => one !== "xargs"),
];

test.each(READING)("V7: only reads: %s", (command) => {
  expect(isReadOnlyCommand(command)).toBe(true);
});

test.each(WRITING)("V7: not surely reading: %s", (command) => {
  expect(isReadOnlyCommand(command)).toBe(false);
});

const changing = fc.constantFrom("rm a", "touch b", "git push", "echo x > f", "npm i", "sed -i 1d f", "find . -delete");
const joint = fc.constantFrom("; ", " && ", " || ", " | ", "\n", " & ", " |& ");

test("V7: a command that changes something is found wherever it stands in a line", () => {
  const around = fc.array(fc.constantFrom("ls", "git status", "cat 'a;b'", 'echo "x | y"', "(pwd)"), { maxLength: 3 });
  fc.assert(
    fc.property(around, changing, around, joint, (before, middle, after, by) => {
      expect(isReadOnlyCommand([...before, middle, ...after].join(by))).toBe(false);
      expect(isReadOnlyCommand([...before, `(${middle})`, ...after].join(by))).toBe(false);
      expect(isReadOnlyCommand([...before, `echo "$(${middle})"`, ...after].join(by))).toBe(false);
    }),
  );
});

test("V7: whatever is quoted is only a word", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      fc.pre(!/'|[^\P{Cc}\t\n]/u.test(text));
      expect(isReadOnlyCommand(`echo '${text}'`)).toBe(true);
    }),
  );
});

test("V7: any text is answered, and quickly", async () => {
  const signs = fc.constantFrom(..."ls$(){}[]<>|&;'\"\\`#!*?~ \n\t=-a1".split(""));
  fc.assert(
    fc.property(fc.string({ unit: signs, maxLength: 200 }), (text) => typeof isReadOnlyCommand(text) === "boolean"),
  );
  for (const deep of ["(", "$(", '"$(ls ', "ls "])
    await expectProportional(isReadOnlyCommand, (size) => deep.repeat(size / deep.length), 20_000);
});
