import MarkdownIt from "markdown-it";

/** Only blocks are parsed: inline markup is not needed here, and would take most of the time. */
export const parser = new MarkdownIt("commonmark", { html: true }).disable("inline");
