import { podcasts } from "./stories/changes-of-mind.ts";
import { helpdesk, latency } from "./stories/crowded.ts";
import { turnstile } from "./stories/english-backend.ts";
import { tidewatch } from "./stories/english-cli.ts";
import { rainfall } from "./stories/english-pipeline.ts";
import { tell } from "./tell.ts";

tell(turnstile);
tell(tidewatch);
tell(rainfall);
tell(podcasts);
tell(helpdesk);
tell(latency);
