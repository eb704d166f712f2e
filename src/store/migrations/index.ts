import { foundation } from "./001-foundation.ts";
import { transitions } from "./002-transitions.ts";
import { agents } from "./003-agents.ts";
import { passages } from "./004-passages.ts";
import { signals } from "./005-signals.ts";
import { compactions } from "./006-compactions.ts";
import { histories } from "./007-histories.ts";
import { ledgers } from "./008-ledgers.ts";
import { leftOut } from "./009-left-out.ts";
import { governed } from "./010-governed.ts";
import { webhooks } from "./011-webhooks.ts";
import { safety } from "./012-safety.ts";
import { closing } from "./013-closing.ts";
import { following } from "./014-following.ts";
import { earlier } from "./015-earlier.ts";
import { projects } from "./016-projects.ts";
import { work } from "./017-work.ts";
import { slots } from "./018-slots.ts";
import { documents } from "./019-documents.ts";
import { extensionDocuments } from "./020-extension-documents.ts";
import { engineDocuments } from "./021-engine-documents.ts";
import { checkpointDocuments } from "./022-checkpoint-documents.ts";
import { webhookDocuments } from "./023-webhook-documents.ts";
import { receiptDocuments } from "./024-receipt-documents.ts";
import type { Migration } from "./migration.ts";

export type { Migration } from "./migration.ts";

export const migrations: readonly Migration[] = [
  ...[foundation, transitions, agents, passages],
  ...[signals, compactions, histories, ledgers, leftOut],
  ...[governed, webhooks, safety, closing, following, earlier, projects, work, slots, documents],
  ...[extensionDocuments, engineDocuments, checkpointDocuments, webhookDocuments, receiptDocuments],
];

export const schemaVersion: number = migrations.at(-1)?.number ?? 0;
