/** Words that turn a sentence into its opposite. */
const DENIAL =
  /\b(?:not|no|never|none|cannot|without|neither|nor|nicht|kein\p{L}*|nie|niemals|ohne|pas|jamais|sans|nunca|jamás|sin|nem|nunca|sem|non|mai|senza)(?![\p{L}])|n't\b|n’t\b|(?<!\p{L})(?:не|нет|ни|никогда|без)(?!\p{L})|不|没|未|无|ない|なし|ません|않|없/giu;

/** The number of denials: two texts with the same words mean the same only if it is equal. */
export const denials = (text: string): number => text.match(DENIAL)?.length ?? 0;
