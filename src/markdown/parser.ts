import MarkdownIt from "markdown-it";

/** Only blocks are parsed: what stands inside a line is of no use here, and would take most of the time. */
export const parser = new MarkdownIt("commonmark", { html: true }).disable("inline");
