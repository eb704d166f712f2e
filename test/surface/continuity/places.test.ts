import { payroll } from "./stories/moment-of-action.ts";
import { greenhouse } from "./stories/moved-folder.ts";
import { mapdesk } from "./stories/parallel.ts";
import { tell } from "./tell.ts";

tell(mapdesk);
tell(greenhouse);
tell(payroll);
