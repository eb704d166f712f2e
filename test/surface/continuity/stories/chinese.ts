import { asRequest, edit, fail, HOURS, read, run, type Story, say, throwaway, write } from "../story.ts";

/** Short sentences without spaces between words, English names in between; `/clear` and a compaction. */
export const diancan: Story = {
  name: "diancan",
  steps: [
    { start: "startup" },
    say("做一个扫码点餐的小程序后端，先做购物车。金额一律用分存，别用小数", "好的，先看一下现有的表结构。", [
      read("server/schema.sql", "create table dish"),
    ]),
    say("库存扣减放在下单的时候，加购物车不扣，老板怕有人占着不买", "下单时扣库存，购物车只是意向。", [
      write("server/cart.ts"),
      write("server/order.ts"),
    ]),
    say("缓存用redis，不要memcached，运维只会管redis", "用 redis。", [edit("server/cache.ts")]),
    say("顾客的手机号不能出现在日志里", "日志里手机号已经打码。", [edit("server/log.ts")]),
    say("跑一下测试", "有一个失败：两个人同时下最后一份菜会超卖。下一步用 Lua 脚本做原子扣减。", [
      fail("pnpm test order", "✗ 最后一份 > 不超卖\n  AssertionError: expected -1 to be 0"),
    ]),
    say("好", "那我接着做。"),
    { end: true },
    { wait: 0.3 },
    ...throwaway(say("上海到杭州高铁多久", "大约一个小时。"), say("谢谢", "不客气。")),
    { wait: 0.5 },
    {
      start: "startup",
      expect: [
        {
          promise: "K1: rules are given after a throwaway session",
          gives: { amounts: /用分存|别用小数/, "phone numbers": /手机号不能出现在日志/ },
        },
        { promise: "K2: decisions are given as well", gives: { stock: /扣减放在下单|下单时扣库存/, cache: /redis/i } },
        {
          promise: "K3: goal, failing test and next step are given, small talk is not",
          gives: { goal: /点餐/, failure: /超卖|pnpm test order/, next: /Lua/ },
          lacks: { "small talk": /高铁/, "好 as a request": asRequest("好") },
        },
      ],
    },
    say("继续", "原子扣减好了，测试通过。", [edit("server/order.ts"), run("pnpm test order", "✓ 12 passed")]),
    say("接着做优惠券，一单只能用一张，跟会员折扣不叠加", "优惠券的校验写好了，前端的提示还没做。", [
      write("server/coupon.ts"),
    ]),
    {
      clear: true,
      expect: [
        {
          promise: "K5: after /clear rules and the work at hand are given",
          gives: {
            amounts: /用分存|别用小数/,
            "phone numbers": /手机号不能出现在日志/,
            coupons: /优惠券/,
            "one per order": /只能用一张|不叠加/,
            "what remains": /提示还没做/,
          },
          lacks: { "settled failure": /expected -1/ },
        },
      ],
    },
    say("先别上线，等老板确认价格", "好，先不上线。"),
    say("前端提示做一下", "提示做好了，还差英文翻译。", [edit("mini/pages/order.wxml")]),
    {
      compact: "用户在开发一个小程序，修改了一些文件。",
      expect: [
        {
          promise: "K5: rules that the summary of a compaction forgot are given",
          gives: {
            amounts: /用分存|别用小数/,
            "phone numbers": /手机号不能出现在日志/,
            cache: /redis/i,
            coupons: /优惠券|只能用一张/,
            "not yet": /先别上线|先不上线/,
          },
        },
      ],
    },
    { end: true },
    { wait: HOURS.night },
    { start: "startup" },
    say("老板说可以叠加会员折扣了，但是优惠券还是一张", "改成可以和会员折扣叠加。", [edit("server/coupon.ts")]),
    { end: true },
    { wait: 1 },
    {
      start: "startup",
      expect: [
        {
          promise: "K4: a rule that changed is given together with the new one",
          gives: { "new rule": /可以叠加|折扣叠加/ },
          replaced: { "old rule": { old: /不叠加/, by: /可以叠加|折扣叠加/ } },
        },
      ],
    },
    say("价格确认了，上线吧，优惠券就算做完了", "已上线，版本 1.8.0，优惠券完成。", [run("pnpm deploy", "1.8.0 ok")]),
    say("辛苦了", "应该的。"),
    { end: true },
    { wait: HOURS.week },
    {
      start: "startup",
      expect: [
        {
          promise: "K1: a week later lasting rules are given, “don't release yet” is not",
          gives: { amounts: /用分存|别用小数/, "phone numbers": /手机号不能出现在日志/ },
          lacks: { "not yet": /先别上线/ },
        },
        { promise: "K3: finished work is not given as open", notOpen: { coupons: /接着做优惠券|上线吧/ } },
      ],
    },
    { end: true },
  ],
};
