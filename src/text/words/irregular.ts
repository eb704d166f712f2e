const FORMS = `become:became begin:began,begun bend:bent bite:bit,bitten blow:blew,blown
  break:broke,broken bring:brought build:built burn:burnt buy:bought catch:caught choose:chose,chosen come:came
  creep:crept deal:dealt dig:dug draw:drew,drawn dream:dreamt drink:drank,drunk
  drive:drove,driven eat:ate,eaten fall:fell,fallen feed:fed feel:felt fight:fought find:found flee:fled
  fly:flew,flown forbid:forbade,forbidden forget:forgot,forgotten forgive:forgave,forgiven freeze:froze,frozen
  get:got,gotten give:gave,given go:went,gone,goes grow:grew,grown hang:hung hear:heard
  hide:hid,hidden hold:held keep:kept know:knew,known lay:laid lead:led learn:learnt leave:left lend:lent
  lose:lost make:made mean:meant meet:met pay:paid ride:rode,ridden ring:rang,rung rise:rose,risen
  run:ran say:said see:saw,seen seek:sought sell:sold send:sent shake:shook,shaken shine:shone shoot:shot
  show:shown shrink:shrank,shrunk sing:sang,sung sink:sank,sunk sit:sat sleep:slept slide:slid speak:spoke,spoken
  speed:sped spend:spent spin:spun spring:sprang,sprung stand:stood steal:stole,stolen
  stick:stuck strike:struck swear:swore,sworn sweep:swept swim:swam,swum swing:swung take:took,taken teach:taught
  tear:tore,torn tell:told think:thought throw:threw,thrown understand:understood wake:woke,woken wear:wore,worn
  weave:wove,woven weep:wept win:won wind:wound write:wrote,written overcome:overcame undergo:underwent,undergone
  withdraw:withdrew,withdrawn arise:arose,arisen child:children man:men woman:women person:people foot:feet
  tooth:teeth mouse:mice goose:geese life:lives wife:wives knife:knives leaf:leaves shelf:shelves half:halves
  wolf:wolves loaf:loaves thief:thieves analysis:analyses crisis:crises index:indices matrix:matrices
  vertex:vertices criterion:criteria bad:worse,worst
  far:further,farther,farthest`;

/** English words whose forms no rule of endings leads back to the word: `bought` is to be found by "buy". */
export const IRREGULAR: ReadonlyMap<string, string> = new Map(
  FORMS.split(/\s+/).flatMap((entry) => {
    const [word = "", forms = ""] = entry.split(":");
    return forms.split(",").map((form): [string, string] => [form, word]);
  }),
);
