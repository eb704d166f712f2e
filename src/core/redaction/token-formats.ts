import { isWordy, measure } from "./character-classes.ts";
import { isPlaceholderBody } from "./not-secrets.ts";
import { endAt, type Hit, matchAt, type Rule, type Span, span } from "./span.ts";
import { beginsWord, runStart } from "./text.ts";

const HEX = "[0-9a-fA-F]";
const ALNUM = "[A-Za-z0-9]";
const WORD = String.raw`\w`;
const URLSAFE = String.raw`[\w-]`;
const BASE64 = "(?:[A-Za-z0-9+/]|%2[BbFf])";
const ID = `${HEX}{8}-${HEX}{4}-${HEX}{4}-${HEX}{4}-${HEX}{12}`;

interface Format {
  readonly prefix: string;
  /** What follows the prefix, as an expression. A longer run of the same kind is taken whole. */
  readonly body: string;
  /**
   * How far the prefix alone can be trusted: sure, the rest may even read like words; loose, it must have a digit as
   * well.
   */
  readonly trust: "sure" | "usual" | "loose";
}

function of(trust: Format["trust"]): (prefixes: string, body: string) => Format[] {
  return (prefixes, body) => prefixes.split(" ").map((prefix) => ({ prefix, body, trust }));
}

const sure = of("sure");
const each = of("usual");
const loose = of("loose");

/** Published facts about how providers' keys begin and what they are made of. */
const FORMATS: readonly Format[] = [
  // Model providers and their tools
  ...each("sk-ant- sk-proj- sk-svcacct- sk-admin- sk-None- sk-or- sk-lf- sk-helicone- sk-litellm-", `${URLSAFE}{16,}`),
  ...loose("sk- sk_ rk_ ak- as- ak_ pat_ pl_ bt-", `${URLSAFE}{20,}`),
  ...loose("secret_ apikey_ token_ api_key_ apitoken-", `${URLSAFE}{24,}`),
  ...each("gsk_ hf_ api_org_ r8_ jina_ nvapi- pplx- xai- csk- tgp_v1_ gw_", `${URLSAFE}{24,}`),
  ...each("AIza", `${URLSAFE}{30,}`),
  ...each("ya29. GOCSPX- ya29.c. ya29.a0", `[\\w.-]{20,}`),
  ...each("1//0", `${URLSAFE}{30,}`),
  ...each("lsv2_ ls__ pcsk_ llx- tvly- wandb_v1_ rpa_ e2b_ m0- vck_ crsr_ opk_ voy- fc- bb_live_", `${URLSAFE}{16,}`),
  ...loose("fw_ pa- z_ key_ exa_ sk_car_", `${URLSAFE}{20,}`),

  // Clouds and hosting
  ...sure("AKIA ASIA ABIA ACCA", "[A-Z0-9]{16,}"),
  ...sure("A3T", "[A-Z0-9]{17,}"),
  ...each("ABSK bedrock-api-key-", `${BASE64}{40,}={0,2}`),
  ...each("IQoJb3JpZ2lu FwoGZXIvYXdz FQoGZXIvYXdz", `${BASE64}{40,}={0,2}`),
  ...each("amzn.mws.", ID),
  ...each("amzn1.oa2-cs.v1.", `${HEX}{40,}`),
  ...each("Atza| Atzr|", String.raw`[\w-]{40,}`),
  ...each("GOOG1E GOOGL", "[A-Za-z0-9]{20,}"),
  ...each("LTAI", `${ALNUM}{12,}`),
  ...each("AKID AKLT", `${ALNUM}{28,}`),
  ...each("AQVN YCAJE YCO YCM y0_ y3_", `${URLSAFE}{25,}`),
  ...each("t1.", String.raw`[\w-]{10,}={0,2}\.[\w-]{80,}={0,2}`),
  ...sure("SCW", "[A-Z0-9]{17}"),
  ...each("doo_v1_ dop_v1_ dor_v1_", `${HEX}{40,}`),
  ...sure("DO00", "[A-Z0-9]{16}"),
  ...each("cfut_ cfat_ cfk_", `${ALNUM}{32,}`),
  ...each("v1.0-", `${HEX}{24}-${HEX}{100,}`),
  ...each("HRKU-", `${URLSAFE}{30,}`),
  ...each("nfp_ nfo_ nfc_ nfb_ nfu_ rnd_ ddp_ ddo_ vcp_ vca_ vci_ vcr_", `${ALNUM}{24,}`),
  ...each("vercel_blob_rw_", `${WORD}{20,}`),
  ...each("fo1_", `${URLSAFE}{40,}`),
  ...each("fm1a_ fm1r_ fm2_", `${BASE64}{60,}={0,3}`),
  ...each("sbp_ sbp_v0_ sb_secret_ sba_", `${URLSAFE}{24,}`),
  ...each("pscale_pw_ pscale_tkn_ pscale_oauth_ pscale_api_", String.raw`[\w=.-]{24,}`),
  ...loose("napi_", `${ALNUM}{32,}`),
  ...each("xau_ CCDB1_ mdb_sa_sk_ AVNS_", `${URLSAFE}{14,}`),
  ...each("dapi dkea dose", `${HEX}{32}(?:-\\d)?`),
  ...each("4b1d", `${ALNUM}{38}`),
  ...each("tk-us-", `${URLSAFE}{40,}`),
  ...each("API-", "[A-Z0-9]{25,}"),
  ...each("sha256~", `${URLSAFE}{40,}`),

  // Forges and registries
  ...each("ghp_ gho_ ghu_ ghs_ ghr_", `${ALNUM}{30,}`),
  ...each("github_pat_", `${WORD}{30,}`),
  ...each(
    "glpat- gldt- glrt- glrtr- glcbt- glptt- glft- glimt- glagent- glsoat- gloas- glffct- glwt- glpat-t1_",
    String.raw`[\w.-]{16,}`,
  ),
  ...each("GR1348941", `${URLSAFE}{18,}`),
  ...each("ATBB BBDC-", `${BASE64}{24,}`),
  ...each("ATATT3 ATCTT3 ATSTT3 ATOTT3 ATTA", String.raw`[\w=-]{40,}`),
  ...each("sgp_ sgd_ slk_ sgs_", `(?:${ALNUM}{2,20}_)?${HEX}{32,}`),
  ...each("gitpod_pat_ csb_v1_ coder_", `[\\w.-]{24,}`),
  ...each("npm_", `${ALNUM}{30,}`),
  ...each("pypi-AgE", `${URLSAFE}{40,}`),
  ...each("rubygems_", `${HEX}{40,}`),
  ...each("dckr_pat_ dckr_oat_", `${URLSAFE}{20,}`),
  ...each("CLOJARS_", `${ALNUM}{50,}`),
  ...each("AKCp", `${ALNUM}{60,}`),
  ...each("cmVmd", `${ALNUM}{55,}`),
  ...each("packagist_", `[a-z]{3}_${HEX}{40,}`),
  ...each("jsrp_ jsrd_ jsr_", `${ALNUM}{24,}`),
  ...loose("cio", `${ALNUM}{32}`),
  ...loose("oy2", "[a-z0-9]{43}"),

  // Chat and social
  ...each("xoxb- xoxp- xoxa- xoxo- xoxr- xoxs- xoxe- xoxc- xoxd- xoxe. xapp- xwfp-", String.raw`[\w.%/+-]{16,}`),
  ...each("mfa.", `${URLSAFE}{60,}`),
  ...loose("EAA IGQV IGAA", `${ALNUM}[\\w-]{55,}`),
  ...each("AAAAAAAAAAAAAAAAAAAAA", String.raw`[\w%]{40,}`),
  ...each("WPL_AP1.", String.raw`[\w.+/=-]{16,}`),
  ...each("pina_ act.", `${ALNUM}{32,}`),
  ...each("pat-na1- pat-eu1- pat-na2- pat-ap1-", ID),
  ...each("dG9r", `${ALNUM}{50,}={0,2}`),

  // Payment and commerce
  ...each(
    "sk_live_ sk_test_ rk_live_ rk_test_ sk_prod_ sk_sandbox_ whsec_ sk_org_live_ sk_sbox_",
    `${BASE64}{10,}={0,2}`,
  ),
  ...each("sq0atp- sq0csp- sq0acp-", `${URLSAFE}{20,}`),
  ...loose("EAAA", `${URLSAFE}{55,}`),
  ...each("shpat_ shpca_ shppa_ shpss_ shprt_ shptka_ shpua_", `${HEX}{32,}`),
  ...each("access_token$production$ access_token$sandbox$", String.raw`[a-z0-9]{10,}\$${HEX}{32,}`),
  ...each("A21AA", `${URLSAFE}{60,}`),
  ...each("rzp_live_ rzp_test_", `${ALNUM}{14,}`),
  ...each("FLWSECK_TEST- FLWSECK-", `${ALNUM}{12,}(?:-X)?`),
  ...each("access-sandbox- access-development- access-production- link-production-", ID),
  ...each(
    "pdl_live_apikey_ pdl_sdbx_apikey_ polar_oat_ polar_pat_ bxt_ klarna_live_api_ klarna_test_api_",
    `${WORD}{16,}`,
  ),
  ...loose("live_ test_ sandbox_", `${URLSAFE}{30,}`),
  ...each("EZAK EZTK", `${ALNUM}{50,}`),
  ...each("shippo_live_ shippo_test_", `${HEX}{32,}`),
  ...each("duffel_test_ duffel_live_", String.raw`[\w=-]{36,}`),
  ...each("secret-token:", `${URLSAFE}{24,}`),
  ...loose("AQE", String.raw`[A-Za-z0-9+/]{60,}[\w=+/.-]*`),

  // Mail and messages
  ...each("SG.", String.raw`[\w=-]{16,}\.[\w=-]{16,}`),
  ...each("key- pubkey-", `${HEX}{32}`),
  ...each("xkeysib- xsmtpsib-", `${HEX}{60,}-${ALNUM}{12,}`),
  ...each("SK", `${HEX}{32}`),
  ...loose("re_", `(?=\\w{0,40}\\d)${WORD}{24,}`),
  ...each("mlsn.", `${HEX}{40,}`),
  ...each("os_v2_app_ os_v2_org_", "[a-z0-9]{40,}"),
  ...loose("b_ KEY0 pk_prod_ testsk_", String.raw`[\w=-]{30,}`),

  // Monitoring
  ...each("sntryu_ sntrya_ sntryi_ sntrys_", String.raw`[\w+/=]{40,}`),
  ...each("glsa_", `${ALNUM}{32}_${HEX}{8}`),
  ...each("glc_", `${BASE64}{32,}={0,3}`),
  ...each("eyJrIjoi eyJhIjoi", `[\\w+/-]{40,}={0,3}`),
  ...each("NRAK- NRII- NRJS- NRAA- NRIQ- NRSP- NRRA-", `${URLSAFE}{18,}`),
  ...each("dt0c01. dt0s01. dt0s02. dt0s03. dt0s06. dt0s08. dt0a01.", String.raw`[A-Z0-9]{8,}(?:\.[A-Z0-9]{64})`),
  ...each("hcaik_ hcbik_ hcxik_ hcamk_ xaat- xapt- phx_ phs_ ddapp_ cu_ pdus+", `[\\w+-]{24,}`),
  ...each("sdk- mob-", ID),
  ...each("api-", ID),

  // Tools of the trade
  ...each("PMAK- PMAT-", `${ALNUM}{20,}(?:-${HEX}{30,})?`),
  ...each("sqp_ squ_ sqa_", `${HEX}{40}`),
  ...each("CCIPAT_ CCIPRJ_", `${ALNUM}{18,}_${HEX}{40}`),
  ...each("bkua_ bkat_ bkct_ bkaj_ bkrt_ bkpt_", `${ALNUM}{32,}`),
  ...each("lin_api_ lin_oauth_ lin_wh_", `${ALNUM}{32,}`),
  ...each("pk_", "\\d{6,9}_[A-Z0-9]{32}"),
  ...each("ntn_", `${ALNUM}{40,}`),
  ...each("figd_ figu_ figo_ figoh_ figor_ figur_ figdh_", `${URLSAFE}{36,}`),
  ...each("pat", String.raw`${ALNUM}{14}\.${HEX}{64}`),
  ...each("sl. sl.u.", `[\\w=-]{60,}`),
  ...each("sk.eyJ sk.ey", String.raw`[\w-]{20,}\.[\w-]{20,}`),
  ...each("tfp_", `${URLSAFE}{36,}`),
  ...each("CFPAT-", `${URLSAFE}{40,}`),
  ...each("dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit. dp.said.", String.raw`(?:[\w-]{2,35}\.)?${ALNUM}{36,}`),
  ...each("ops_eyJ", `[A-Za-z0-9+/_=-]{100,}`),
  ...sure("A3-", "[A-Z0-9]{6}-[A-Z0-9]{5,6}-?[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}(?:-[A-Z0-9]{5})?"),
  ...sure("AGE-SECRET-KEY-1 AGE-PLUGIN-", "[A-Z0-9-]{30,}"),
  ...each("tskey-", String.raw`[a-z]{2,12}-[\w-]{16,}`),
  ...each("st.", String.raw`(?:${HEX}{8}-[\w-]{27}|[\w-]{20,28})\.[\w-]{16,}(?:\.[\w-]{16,})?`),
  ...each("hvs. hvb. hvr.", `${URLSAFE}{20,}`),
  ...loose("s. b.", `${ALNUM}{24}(?![A-Za-z0-9])`),
  ...each("pul-", `${HEX}{40}`),
  ...each("p8e-", `${ALNUM}{32}`),
  ...each("fio-u-", String.raw`[\w=-]{60,}`),
  ...each("rdme_", "[a-z0-9]{60,}"),
  ...each("sm_aat_ sm_pat_ sm_sat_", `${ALNUM}{12,}`),
  ...each("ico-", `${ALNUM}{32}`),
  ...each("dnkey-", String.raw`[\w=-]{24,30}-[\w=-]{48,}`),
  ...each("sat. pat.", String.raw`[\w-]{20,24}\.[A-Za-z0-9]{24}\.${ALNUM}{20}`),
  ...each(
    "scauth_ authress_ sc_ ext_",
    String.raw`[A-Za-z0-9]{5,30}\.[A-Za-z0-9]{4,6}\.acc[_-][A-Za-z0-9-]{10,32}\.[\w+/=-]{30,120}`,
  ),
  ...each("pnu_ pnb_", `${ALNUM}{32,}`),
  ...each("s-s4t2ud- s-s4t2af- u-s4t2ud-", `${HEX}{64}`),
  ...each(
    "apify_api_ zpka_ depot_org_ depot_project_ nbp_ sktsec_ ory_pat_ ory_at_ ory_rt_ ory_st_ tr_prod_ tr_dev_ tr_pat_ chpt_ bitpat- cal_live_ ramp_ nx_",
    `${WORD}{16,}`,
  ),
  ...each("snyk_uat. snyk_sat.", String.raw`${HEX}{8}\.[\w.-]{20,}`),
  ...each("signkey-prod- signkey-test- signkey-branch- secret-live- secret-test- cicd-", `${URLSAFE}{20,}`),
  ...sure("nsec1", "[a-z0-9]{50,}"),
  ...sure("xprv yprv zprv tprv", `${ALNUM}{100,}`),
  ...each("EVLT-", `${ALNUM}{16,}`),
];

/** The environment names in the middle of keys that providers not listed above hand out. */
const MIDDLE =
  /[a-z][a-z0-9]{1,14}[_-](?:(?:live|test|prod|sandbox|secret|api|key|token|pat|sk|apikey)[_-]){1,2}([A-Za-z0-9]{16,}(?:[_-][A-Za-z0-9]{1,80}){0,4})/y;
const MIDDLE_ANCHORS = [
  ..."live test prod sandbox secret api key token pat sk".split(" ").map((word) => `_${word}_`),
  ..."live prod secret token api".split(" ").map((word) => `-${word}-`),
];
const NOT_SECRET = /^(?:pk|pub|cs|pi|in|ch|cus|evt|acct|price|prod|sub|req|msg|run|call|toolu|chatcmpl)[_-]/;

/** Digits, or at least both cases: a run of small letters alone may be a word of some language. */
function isMixed(body: string): boolean {
  return /\d/.test(body) || (body.length >= 20 && /[a-z]/.test(body) && /[A-Z]/.test(body));
}

interface Body {
  /** As much as is needed to judge; without this bound, text that is all prefixes would be read again and again. */
  readonly judged: RegExp;
  readonly whole: RegExp;
}

const MOST_JUDGED = 160;
const compiled = new Map<string, Body>();

/** Many providers build their keys alike: each body is compiled once. */
function compile(body: string): Body {
  const known = compiled.get(body);
  if (known) return known;
  const bounded = body.replace(
    /\{(\d+),\}/g,
    (_, least: string) => `{${least},${Math.max(MOST_JUDGED, Number(least))}}`,
  );
  const fresh = { judged: new RegExp(bounded, "y"), whole: new RegExp(body, "y") };
  compiled.set(body, fresh);
  return fresh;
}

function formatRule(prefix: string, formats: readonly Format[]): Rule {
  const bodies = formats.map(({ body, trust }) => ({ ...compile(body), trust }));
  const trustsLeast = formats.some(({ trust }) => trust === "loose");
  /** Such a prefix turns up inside base64, after its `+` and `/`. */
  const isPlain = /^[A-Za-z0-9]+$/.test(prefix);
  return {
    anchors: [prefix],
    find({ text, start, end, floor }: Hit): readonly Span[] | undefined {
      if (!text.startsWith(prefix, start) || !beginsWord(text, start, floor)) return undefined;
      if (isPlain && start > floor && (text[start - 1] === "+" || (trustsLeast && text[start - 1] === "/")))
        return undefined;
      for (const { judged, whole, trust } of bodies) {
        const last = endAt(judged, text, end);
        if (last < 0) continue;
        const body = text.slice(end, last);
        measure(body, text, end);
        if (isPlaceholderBody(body) || (trust !== "sure" && isWordy(body))) continue;
        if (trust === "loose" && (!isMixed(body) || (isPlain && /^[0-9A-F]+$/i.test(prefix + body)))) continue;
        return span(start, last - end < MOST_JUDGED ? last : endAt(whole, text, end));
      }
      return undefined;
    },
  };
}

function middleRule(): Rule {
  return {
    anchors: MIDDLE_ANCHORS,
    find({ text, start, floor }: Hit): readonly Span[] | undefined {
      const from = runStart(text, start, floor, 16, /[A-Za-z0-9]/);
      const match = matchAt(MIDDLE, text, from);
      const body = match?.[1];
      if (!match || !body || NOT_SECRET.test(match[0]) || !beginsWord(text, from, floor)) return undefined;
      if (isPlaceholderBody(body) || isWordy(body) || !isMixed(body)) return undefined;
      return span(from, from + match[0].length);
    },
  };
}

function byPrefix(): Rule[] {
  const grouped = new Map<string, Format[]>();
  for (const format of FORMATS) grouped.set(format.prefix, [...(grouped.get(format.prefix) ?? []), format]);
  return [...grouped].map(([prefix, formats]) => formatRule(prefix, formats));
}

/** Keys that are recognised by their prefix. */
export const formats: readonly Rule[] = [...byPrefix(), middleRule()];
