import { contentTerms } from "../../../memory/index.ts";

/*
 * Words that software uses for the same thing. Kept small and general: each word more finds more, and what is found is no ghost.
 * Behind the bar, how other languages begin their words for it: documents are written in them, code hardly ever is.
 */
const GROUPS = `
  export dump download extract | exportier exportac exportar exporter esporta herunterlad descarg telecharg baixar
  import load ingest upload | importier importac importar importer importa
  upload attach | hochlad subir cargar televers
  delete remove erase destroy drop purge clear forget | losch entfern elimin borrar supprim apagar cancell
  create add insert new make generate build | erstell anleg hinzufug crear anadir agregar creer ajout criar crea erzeug gener
  update edit modify change patch | bearbeit ander aktualisier editar edita modific actualiz modifi
  list show display view print render | anzeig list mostrar muestr affich zeig anzuzeig ver
  search find query lookup grep | such busca buscar busqu recherch cherch pesquis cerc finden
  filter where match | filter filtr
  sort order rank | sortier orden tri
  login signin logon auth authenticate oauth | anmeld einlog iniciar autentic connexion acced
  twofactor 2fa mfa otp totp factor |
  logout signout | abmeld auslog cerrar deconnex
  signup register registration | registrier registr inscri
  password passphrase credential secret | passwort kennwort contrasen motdepasse senha
  permission role access authorize acl grant | berecht rechte rolle permis roles droits
  notify notification alert remind reminder | benachricht erinner notific recordator rappel avis
  email mail smtp inbox sendmail mailer | mail correo courriel
  send post dispatch deliver publish emit | send schick versend envi enviar envoy
  receive accept listen subscribe | empfang recib recev
  sync synchronize synchronise replicate mirror | synchron sincron
  backup snapshot archive | sicher backup respald copia sauvegard
  restore recover undo rollback revert resume | wiederherstell restaur deshac recuper annul
  schedule cron timer interval periodic recurring due | planmass zeitplan regelmass program planific
  cache memoize | cache
  encrypt cipher decrypt aes crypto | verschlussel cifr encript chiffr
  compress gzip zip deflate zstd | komprim comprim
  validate check verify lint | pruf uberpruf valid verif comprob
  parse parser read decode | einles
  convert transform translate format | umwandl konvert convert convers
  merge combine join | zusammenfuhr fusion combin
  split divide chunk | aufteil divid
  copy duplicate clone | kopier copi duplic
  share sharing invite collaborate collaboration | teil compart partag
  comment reply annotate annotation | komment coment comment
  tag label | schlagw etiquet stichw marke
  category folder group | kategor categor ordner carpet
  note memo entry | notiz nota
  task todo item | aufgab tarea tache
  user account profile member | benutz nutzer konto usuari cuent utilisat compte
  payment pay checkout billing invoice stripe charge | zahl rechnung bezahl pago factur paiement
  cart basket | warenkorb carrito panier
  order purchase | bestell pedid command
  image picture photo thumbnail bitmap img png jpeg | bild imag foto
  chart graph plot diagram | diagramm grafic graph
  report summary statistic stats metric analytics | bericht statist auswert inform estadist rapport
  dashboard overview panel | ubersicht tablero panel
  dark theme mode | dunkel oscur sombre tema
  language locale i18n translation translate | sprach idiom langue mehrsprach
  plugin extension addon | erweiter complement
  webhook callback hook | webhook
  websocket realtime live stream socket sse push | echtzeit tiempo direct
  offline serviceworker | offline desconect hors
  shortcut keybinding hotkey keyboard keydown keypress readkey | tastatur tastenk atajo teclad raccourci
  history log audit trail | verlauf protokoll histor registro
  limit throttle rate max cap quota | begrenz limit
  retry backoff attempt | wiederhol reintent
  queue worker job background | warteschlang cola
  database db sql store persist storage | datenbank basededatos base
  config configuration setting option preference | einstell konfigur ajust prefer parametr
  drag drop dnd | ziehen arrastr
  autocomplete suggest suggestion complete completion | vervollstand vorschlag suger
  print printer | druck imprim
  preview serve server | vorschau vista apercu
  calendar ical ics | kalend calend
  map geo location latitude | karte mapa ubicac carte
  weather forecast | wetter tiempo meteo
  table spreadsheet csv xlsx excel | tabell tabla tableau
  rename move | umbenenn renombr renomm
  pdf | pdf
  csv | csv
  barcode qr | barcode strichcode codigo
  voice speech audio | sprach voz voix
  start run launch execute begin | start ausfuhr inic ejecut lanc
  stop halt kill terminate cancel abort | stopp beend deten parar arret
  watch observe monitor poll | uberwach vigil observ surveill
  measure benchmark profile | mess medir mesur
  debug verbose trace | fehlersuch depur
  quiet silent mute | still silencios
  deploy release ship | bereitstell despleg deploi
  test assert | test prueb
  document doc manual | dokument document
  file path | datei archiv fichier arquivo
  character char glyph |
  directory dir folder |
  message msg | nachricht mensaj
  error err exception failure | fehler erreur
  environment env |
  repository repo |
  regex regexp pattern grep |
  length len size |
  number num count | anzahl nummer numer nombre
  context ctx |
  asynchronous async await |
  attribute attr |
  function func fn |
  parameter param argument arg |
  identifier id |
  button btn |
  navigation nav menu |
  colour color paint ansi chalk | farb color couleur
  expire expiry expiration ttl until deadline |
  statistic stats count counter |
  click visit hit |
  alias aliases slug nickname handle |
  parallel concurrent concurrency thread pthread goroutine rayon par multithread |
  ignore gitignore skip exclude |
  resume continue offset checkpoint seek |
  position offset cursor |
  repeat duplicate dedupe squash unique same |
  interactive prompt confirm ask readline stdin tui dialog repl input inquirer hover |
  page pagination paginate paging |
  checksum hash sha256 md5 digest crc |
  lock flock mutex semaphore |
  mute silence silent ban block |
  compare comparison diff difference |
  approve approval accept confirm |
  unsubscribe optout leave |
  currency exchange money |
  tolerance threshold epsilon |
  progress spinner indicatif tqdm |
  reload refresh watch listen livereload hmr |
  optin confirm subscribe |
  ingredient recipe | zutat rezept ingredient receta
`;

interface Group {
  readonly terms: readonly string[];
  readonly beginnings: readonly string[];
}

const termOf = (word: string): string => contentTerms(word)[0] ?? word;

const groups: readonly Group[] = GROUPS.trim()
  .split("\n")
  .map((line) => {
    const [words = "", others = ""] = line.split("|");
    const listed = (text: string) =>
      text
        .trim()
        .split(/\s+/)
        .filter((word) => word !== "");
    return { terms: listed(words).map(termOf), beginnings: listed(others) };
  });

const byTerm = new Map<string, Group[]>();
for (const group of groups) for (const term of group.terms) byTerm.set(term, [...(byTerm.get(term) ?? []), group]);

const SHORTEST_BEGINNING = 3;

/** Groups by how words of other languages begin. */
const byBeginning = (term: string): Group[] =>
  groups.filter(({ beginnings }) =>
    beginnings.some((beginning) => beginning.length >= SHORTEST_BEGINNING && term.startsWith(beginning)),
  );

/** A term and those that mean the same in software; `isKnown` tells whether anything is known of it. */
export function meaningsOf(term: string, isForeignText: boolean): { terms: string[]; isKnown: boolean } {
  const found = byTerm.get(term) ?? (isForeignText ? byBeginning(term) : []);
  return { terms: [...new Set([term, ...found.flatMap(({ terms }) => terms)])], isKnown: found.length > 0 };
}
