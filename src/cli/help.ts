import type { Command } from "commander";

/** Every command under its heading; `--help` shows the everyday ones. */
const HEADINGS: readonly { readonly title: string; readonly everyday: string; readonly more: string }[] = [
  { title: "Set up:", everyday: "init doctor demo uninstall", more: "import" },
  { title: "Your work:", everyday: "work recover recall remember sessions checkpoint", more: "memories forget expand" },
  { title: "Service:", everyday: "up down status", more: "daemon log token events webhooks" },
  { title: "Projects and privacy:", everyday: "projects purge", more: "" },
  { title: "Ledgers:", everyday: "", more: "task decide decisions diff clashes heal preservation synthesize" },
  { title: "Evidence:", everyday: "", more: "cite ground ghosts incidents compaction signals" },
  { title: "Governed sessions:", everyday: "", more: "gate sandbox fixer" },
  { title: "Long-lived agents:", everyday: "", more: "agent distill receipts model-calls" },
  { title: "For programs:", everyday: "", more: "hook mcp loa reindex" },
];

const MORE = "\n`throughline help all` lists every command, `throughline <command> --help` explains one.\n";

/** Groups the commands in the help; shows only the everyday ones unless all were requested. */
export function groupHelp(root: Command, showsAll: boolean): void {
  const everyday = new Set(HEADINGS.flatMap((heading) => heading.everyday.split(" ")));
  const titles = new Map(
    HEADINGS.flatMap(({ title, everyday: first, more }) => `${first} ${more}`.split(" ").map((name) => [name, title])),
  );
  const order = [...titles.keys()];
  for (const command of root.commands) command.helpGroup(titles.get(command.name()) ?? "Other:");
  root.configureHelp({
    visibleCommands: ({ commands }) =>
      commands
        .filter((command) => showsAll || everyday.has(command.name()))
        .sort((a, b) => order.indexOf(a.name()) - order.indexOf(b.name())),
    // Commander itself would order the groups as the commands were added.
    groupItems: (_added, visible, groupOf) => {
      const groups = new Map<string, typeof visible>();
      for (const item of visible) groups.set(groupOf(item), [...(groups.get(groupOf(item)) ?? []), item]);
      return groups;
    },
  });
  if (!showsAll) root.addHelpText("after", MORE);
}
