import { asRequest, edit, fail, HOURS, read, run, type Story, say, throwaway, write } from "../story.ts";

/** Polite, indirect, with wishes instead of orders; a session that is resumed the next day. */
export const toshokan: Story = {
  name: "toshokan",
  steps: [
    { start: "startup" },
    say(
      "図書館の予約システムに順番待ち機能を追加したいです。利用者の氏名は他の利用者に見えないようにお願いします。",
      "承知しました。まず予約モデルを確認します。",
      [read("lib/reservation.rb", "class Reservation; end")],
    ),
    say(
      "順番はデータベースで管理する方がいいと思います。Redisのキューは再起動で消えたことがあるので避けたいです。",
      "順番はデータベースのpositionカラムで管理します。",
      [write("db/migrate/20260302_add_position.rb"), edit("lib/reservation.rb")],
    ),
    say("日付の表示は和暦でお願いします。館長のこだわりなので…", "和暦で表示します。", [edit("lib/format.rb")]),
    say(
      "テストはどうですか？",
      "一件失敗しています。キャンセル後に順番が詰まりません。次はreorder!をトランザクションの中に移します。",
      [
        fail(
          "bundle exec rspec spec/waitlist_spec.rb",
          "1) Waitlist キャンセル後に順番を詰める\n   expected: [1, 2]\n        got: [1, 3]",
        ),
      ],
    ),
    say("了解です、お願いします。", "はい、進めます。"),
    { end: true },
    { wait: 0.5 },
    ...throwaway(say("「確認」を英語でどう言いますか", "confirmation です。"), say("ありがとう", "どういたしまして。")),
    { wait: HOURS.night },
    {
      start: "startup",
      expect: [
        {
          promise: "K1: what was said as a wish is given after a night",
          gives: { names: /氏名は他の利用者に見えない/, calendar: /和暦/ },
        },
        {
          promise: "K2: a decision is given with what was to be avoided",
          gives: { queue: /データベースで管理|positionカラム/, avoided: /Redis/i },
        },
        {
          promise: "K3: goal, failing test and next step are given, small talk is not",
          gives: { goal: /順番待ち/, failure: /waitlist_spec|got: \[1, 3\]/, next: /reorder!|トランザクション/ },
          lacks: { "small talk": /英語でどう/, "a reply as request": asRequest("了解です[^\n]*") },
        },
      ],
    },
    say("続けてください。", "直りました。テストはすべて通っています。", [
      edit("lib/reservation.rb"),
      run("bundle exec rspec spec/waitlist_spec.rb", "5 examples, 0 failures"),
    ]),
    say(
      "次に、受け取り期限のお知らせメールを作りましょう。期限は一週間です。",
      "文面はできました。送信の予約がまだ残っています。",
      [write("app/mailers/due_mailer.rb")],
    ),
    { end: true },
    { wait: HOURS.night },
    {
      start: "resume",
      expect: [
        {
          promise: "R1: a resumed session is given rules and the work at hand",
          gives: {
            names: /氏名は他の利用者に見えない/,
            calendar: /和暦/,
            mail: /お知らせメール|期限/,
            "what remains": /送信の予約/,
          },
          lacks: { "settled failure": /got: \[1, 3\]/ },
        },
      ],
    },
    say("すみません、期限は一週間ではなく十日に変更でお願いします。", "十日に変更しました。", [
      edit("app/mailers/due_mailer.rb"),
    ]),
    {
      compact: "ユーザーはRubyのアプリを開発している。メールの文面を変更した。",
      expect: [
        {
          promise: "K4: a period that changed is given together with the new one",
          gives: { "ten days": /十日/, names: /氏名は他の利用者に見えない/ },
          replaced: { "one week": { old: /期限は一週間です/, by: /十日/ } },
        },
      ],
    },
    say("送信の予約もお願いします。", "予約も入りました。これでお知らせメールは完成です。", [
      edit("app/jobs/due_job.rb"),
      run("bundle exec rspec", "41 examples, 0 failures"),
    ]),
    say("完璧です。これで終わりにしましょう。", "お疲れさまでした。"),
    { end: true },
    { wait: HOURS.week },
    {
      start: "startup",
      expect: [
        {
          promise: "K1: the rules are given a week later",
          gives: { names: /氏名は他の利用者に見えない/, calendar: /和暦/ },
        },
        {
          promise: "K3: finished work is not given as open",
          notOpen: { mail: /お知らせメールを作り|送信の予約も/ },
        },
      ],
    },
    { end: true },
  ],
};
