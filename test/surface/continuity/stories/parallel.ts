import { edit, fail, HOURS, run, type Step, type Story, say, throwaway, write } from "../story.ts";

const inSession = (name: string, ...turns: readonly ReturnType<typeof say>[]): readonly Step[] =>
  turns.map((turn) => ({ ...turn, in: name }));

/** Two terminals side by side all day, one of which is cleared, compacted and closed while the other goes on. */
export const mapdesk: Story = {
  name: "mapdesk",
  steps: [
    { start: "startup", in: "tiles" },
    ...inSession(
      "tiles",
      say(
        "the tile server is slow on zoom 14+, lets render vector tiles ahead of time and put them on the cdn. cache headers must stay as they are though, the app relies on the etags",
        "Prerendering with tippecanoe; I keep the headers.",
        [write("tiles/prerender.ts")],
      ),
      say("mbtiles or pmtiles?", "pmtiles: one file, range requests, no server needed."),
      say("pmtiles then", "pmtiles.", [edit("tiles/prerender.ts")]),
    ),
    {
      start: "startup",
      in: "search",
      expect: [
        {
          promise: "R1: a second session that starts while the first is at work is not given its thread",
          lacks: { "the first's thread": /zoom 14|prerender|vector tiles/i },
        },
        {
          promise: "K1: but rules of the project hold in both",
          gives: { headers: /cache headers/i },
        },
      ],
    },
    ...inSession(
      "search",
      say(
        "address search: people type 'st' and mean street or saint. i want both to be found. no external geocoder, the data must not leave our network",
        "I add both readings to the index.",
        [write("search/abbreviations.ts")],
      ),
      say("check", "'st marys' finds only saints. Next I'd expand per token and not per query.", [
        fail("pnpm vitest search/abbreviations", "× st marys road\n  expected [] to include 'Saint Marys Road'"),
      ]),
    ),
    ...inSession(
      "tiles",
      say("how big is it for all of ireland", "4.1 GB; the upload fails at the CDN's limit of 2 GB per file.", [
        fail("pnpm tiles:upload", "413 Payload Too Large: ireland.pmtiles (limit 2 GB)"),
      ]),
      say("split by county", "That gives 32 files, the largest is 600 MB. I'll rewrite the upload for it next."),
    ),
    {
      compact: "Working on map tiles. An upload was tried.",
      in: "tiles",
      expect: [
        {
          promise: "R1: a compaction beside another live session gives back its own thread only",
          gives: { headers: /cache headers/i, format: /pmtiles/i, failure: /413|tiles:upload/i, split: /county/i },
          lacks: { "the other's thread": /marys|people type 'st'/i },
        },
      ],
    },
    {
      clear: true,
      in: "search",
      expect: [
        {
          promise: "R1: so does /clear",
          gives: {
            goal: /address search|street or saint/i,
            rule: /external geocoder|leave our network/i,
            failure: /marys/i,
          },
          lacks: { "the other's thread": /413 Payload|split by county/i },
        },
      ],
    },
    ...inSession(
      "search",
      say("go on", "Per token now; green.", [
        edit("search/abbreviations.ts"),
        run("pnpm vitest search/abbreviations", "✓ 14 tests"),
      ]),
    ),
    { end: true, in: "tiles" },
    { crash: true, in: "search" },
    { wait: HOURS.night },
    {
      start: "startup",
      expect: [
        {
          promise: "K3: the next morning the threads of both are given",
          gives: {
            tiles: /tiles/i,
            upload: /413|tiles:upload|county/i,
            search: /address search|street or saint|abbreviations/i,
          },
          lacks: { "settled failure": /expected \[\] to include/ },
        },
        {
          promise: "K1: with the rules of both",
          gives: { headers: /cache headers/i, network: /external geocoder|leave our network/i },
        },
      ],
    },
    { end: true },
    ...throwaway(say("is it 'county cork' or 'cork county'", "County Cork.")),
    { wait: HOURS.weekend },
    {
      start: "startup",
      expect: [
        {
          promise: "K5: age shortens a thread's detail, its goal and the rules stay",
          gives: {
            tiles: /tiles/i,
            search: /address search|street or saint/i,
            headers: /cache headers/i,
            network: /external geocoder|leave our network/i,
          },
          lacks: { "a question": /county cork/i },
        },
      ],
    },
    { end: true },
  ],
};
