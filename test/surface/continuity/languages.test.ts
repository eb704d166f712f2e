import { diancan } from "./stories/chinese.ts";
import { covoiturage } from "./stories/french.ts";
import { vereinskasse } from "./stories/german.ts";
import { toshokan } from "./stories/japanese.ts";
import { padaria } from "./stories/portuguese.ts";
import { tell } from "./tell.ts";

tell(vereinskasse);
tell(padaria);
tell(covoiturage);
tell(diancan);
tell(toshokan);
