import { asRequest, edit, fail, HOURS, read, run, type Step, type Story, say, write } from "../story.ts";

const morning: readonly Step[] = [
  say(
    "we need hourly rainfall per catchment as parquet, from the radar files the met office drops on our sftp. right now it's a notebook that jorge runs by hand every monday",
    "I'll read the notebook and turn it into a pipeline with steps that can be rerun.",
    [read("notebooks/rainfall.ipynb", "{}")],
  ),
  say("what's in a radar file?", "A 5-minute composite in GRIB2, 900 by 900 cells, in mm/h."),
  say("btw times are UTC in storage. local time is a display problem", "UTC throughout.", [edit("pipeline/times.py")]),
  say("start with the download step", "Download step written, it skips what is there already.", [
    write("pipeline/download.py"),
  ]),
  say("does it check sizes", "It compares size and mtime.", [read("pipeline/download.py")]),
  say("polars please, not pandas. pandas blew up at 40 GB last year", "polars it is.", [edit("pyproject.toml")]),
  say("add a config file for the sftp host", "config/source.toml holds host, user and path.", [
    write("config/source.toml"),
  ]),
  say("run the download for yesterday", "288 files, all there.", [
    run("python -m pipeline download --day -1", "288 files"),
  ]),
  say("how big is that", "1.1 GB.", [run("du -sh landing", "1.1G\tlanding")]),
  say("ok next the decode step", "Decode step drafted.", [write("pipeline/decode.py")]),
  say(
    "raw files are sacred: never modify or delete anything under landing/, that copy is the only one we have",
    "Nothing writes to landing/ except the download.",
    [edit("pipeline/download.py")],
  ),
  say("can you show me one decoded cell", "Cell 451/388: 2.4 mm/h at 06:05.", [
    run("python -m pipeline peek 451 388", "2.4"),
  ]),
  say("why is everything at row 0 empty", "Row 0 lies over the sea, outside of the radar's range."),
  say("ah right", "Yes."),
  say("write a test for decode with a tiny file", "tests/test_decode.py uses a 3 by 3 grid.", [
    write("tests/test_decode.py"),
  ]),
  say("and run it", "Passes.", [run("pytest tests/test_decode.py", "2 passed")]),
  say(
    "let's key everything on the catchment id of the 2019 shapefile, the 2023 one renumbered half of them and nobody downstream followed",
    "Catchment ids come from the 2019 shapefile.",
    [write("pipeline/catchments.py")],
  ),
  say("join cells to catchments, area weighted", "The weights are computed once and cached.", [
    edit("pipeline/catchments.py"),
  ]),
  say("how long does the join take", "11 seconds per day of data."),
  say("good enough", "Fine."),
];

const noon: readonly Step[] = [
  say("now aggregation to hours", "Sum of 12 composites per hour, divided by 12.", [write("pipeline/hourly.py")]),
  say("what's the difference between lead and lag in sql again", "lag looks at the row before, lead at the one after."),
  say("ok", "Good."),
  say("what happens when a scan is missing", "At the moment the hour is divided by 12 all the same, so it is too low."),
  say("that's wrong then", "Yes: it should divide by the number of scans, or stay empty."),
  say("how often does it happen", "In 2025 in 0.7 % of the hours.", [run("python -m pipeline gaps 2025", "0.7 %")]),
  say(
    "missing scans stay null, no interpolation. hydrology does that themselves with their own model",
    "Hours with a missing scan are null.",
    [edit("pipeline/hourly.py")],
  ),
  say("test for that", "tests/test_hourly.py covers a gap in the middle and at the end.", [
    write("tests/test_hourly.py"),
  ]),
  say("run all tests", "7 passed.", [run("pytest -q", "7 passed")]),
  say("write the parquet step", "One file per month for now, zstd.", [write("pipeline/store.py")]),
  say("how big is a month", "64 MB."),
  say("fine", "Good."),
  say(
    "don't push anything until jorge has looked at the numbers",
    "I keep it local. I put a comparison with his notebook into reports/compare.csv.",
    [write("reports/compare.csv")],
  ),
  say("how far off are we from his notebook", "0.3 % at most, from rounding in his version."),
  say(
    "decode a file from 2018 as well, they changed the format back then",
    "polars has no reader for GRIB1 and neither has our decoder.",
    [fail("python -m pipeline decode --day 2018-04-03", "DecodeError: unsupported edition 1")],
  ),
  say("hm. options?", "cfgrib through xarray reads edition 1; or we convert once with ecCodes' grib_set."),
  say(
    "what would the conversion do to landing?",
    "It would write converted copies somewhere; landing/ itself stays untouched.",
  ),
  say(
    "ok then for the reader step only we go through xarray. everything behind it stays polars",
    "xarray with cfgrib in decode only; it hands over polars frames.",
    [edit("pipeline/decode.py"), run("python -m pipeline decode --day 2018-04-03", "288 files decoded")],
  ),
  say("does that slow it down", "40 % slower for decode, which is 4 seconds per day of data."),
  say("acceptable", "Good."),
];

const evening: readonly Step[] = [
  say("add the cli entry `rainfall run --day`", "Done, with --from and --to as well.", [edit("pipeline/cli.py")]),
  say("and logging", "structlog, one line per step.", [edit("pipeline/log.py")]),
  say("show me a log line", '{"step":"hourly","day":"2026-03-01","rows":21600,"s":3.1}'),
  say("nice", "Thanks."),
  say("partition by day rather than by month, every query downstream is per day", "Partitioned by day.", [
    edit("pipeline/store.py"),
  ]),
  say("check that duckdb reads it", "It does, 31 partitions.", [run("duckdb -c 'select count(*) from …'", "669600")]),
  say("what does ZSTD level 3 vs 9 give us", "9 % smaller, three times as slow."),
  say("leave it at 3", "3 stays.", []),
  say("retry on sftp timeouts", "Three tries with growing pauses.", [edit("pipeline/download.py")]),
  say("run the whole thing for last week", "7 days in 4 minutes.", [run("rainfall run --from -7", "7 days, 0 failed")]),
  say("jorge looked at it, numbers are fine, you can push", "Pushed to origin/rainfall.", [run("git push", "ok")]),
  say("now the backfill since 2018", "Started with 2018; I'll run it year by year.", [write("scripts/backfill.sh")]),
  say("how's it going", "2018 to 2020 are through.", [run("scripts/backfill.sh 2020", "366 days, 0 failed")]),
  say(
    "and 2021",
    "2021 dies: the July floods make one day 30 times as large, and the join is held in memory at once.",
    [fail("scripts/backfill.sh 2021", "2021-07-14: polars.exceptions.ComputeError: out of memory (needed 61 GB)")],
  ),
  say("can we stream it", "Yes: collect(engine='streaming') in the join, and weights as a lazy frame."),
];

const late: readonly Step[] = [
  say("try it", "Streaming brings it to 18 GB, the box has 16. Still out of memory.", [
    edit("pipeline/catchments.py"),
    fail("scripts/backfill.sh 2021", "2021-07-14: polars.exceptions.ComputeError: out of memory (needed 18 GB)"),
  ]),
  say("is it only that day", "That day and the 15th.", [run("python -m pipeline sizes 2021", "07-14, 07-15")]),
  say(
    "what about tiles",
    "Splitting the grid into four tiles would bring it to 5 GB. Next I'd add a --tiles option to the join.",
  ),
  say("sounds right, tomorrow", "Tomorrow then: the --tiles option first, after that 2021 again."),
  say("ok thanks", "Good night!"),
];

const dataRules = {
  UTC: /times are UTC|UTC in storage/i,
  landing: /landing\//,
  shapefile: /2019 shapefile/i,
};

export const rainfall: Story = {
  name: "rainfall",
  steps: [
    { start: "startup" },
    ...morning,
    {
      compact:
        "The user is building a rainfall pipeline in Python. Several steps were written and tests pass. Continue with aggregation.",
      expect: [
        {
          promise: "K5: after the first of three compactions what its summary forgot is given",
          gives: { ...dataRules, polars: /polars/i },
        },
      ],
    },
    ...noon,
    {
      compact: "Pipeline work goes on: aggregation, tests, parquet files. The user asked for options for old files.",
      expect: [
        {
          promise: "K1: after the second, rules from before the first are still given, and those from between",
          gives: { ...dataRules, gaps: /stay null|no interpolation/i, "until looked at": /until jorge/i },
        },
        {
          promise: "K4: a decision that was narrowed is given together with what narrowed it",
          gives: { xarray: /xarray/i },
          replaced: { polars: { old: /polars please/i, by: /xarray/i } },
        },
      ],
    },
    ...evening,
    {
      compact: "A command line and logging were added, files are written per day. A backfill is running year by year.",
      expect: [
        {
          promise: "K1: after the third they still are",
          gives: { ...dataRules, gaps: /stay null|no interpolation/i },
        },
        {
          promise: "K3: the failure that is being worked on is given with its command",
          gives: { failure: /out of memory/i, command: /backfill\.sh/ },
        },
        {
          promise: "K1: an instruction that was bound to one event is gone once it has happened",
          replaced: { "until looked at": { old: /until jorge/i, by: /you can push|numbers are fine/i } },
        },
      ],
    },
    ...late,
    { end: true },
    { wait: HOURS.night },
    {
      start: "startup",
      expect: [
        {
          promise: "K5: the morning after 60 prompts, all rules that hold are given",
          gives: { ...dataRules, gaps: /stay null|no interpolation/i },
          aged: { landing: /landing\// },
        },
        {
          promise: "K2: and the decisions, the newest of each matter",
          gives: { xarray: /xarray/i, polars: /polars/i, partitions: /by day/i },
          replaced: { "by month": { old: /per month for now/i, by: /by day/i } },
        },
        {
          promise: "K3: and the open thread with failure and next step, not the last thanks",
          gives: { goal: /rainfall/i, failure: /out of memory|backfill\.sh 2021/i, next: /tiles/i },
          lacks: {
            "thanks as a request": asRequest("ok thanks"),
            "a question between": /lead and lag/i,
            "settled failure": /unsupported edition/i,
          },
        },
      ],
    },
    { end: true },
  ],
};
