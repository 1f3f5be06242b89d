package bgammon_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"gammonlab/board"
	"gammonlab/desk/bot"
	"gammonlab/desk/bot/bgammon"
	"gammonlab/desk/bot/bottest"
	"gammonlab/engine/protocol"
)

// opening is the board of the specification: BOT_a is to play 25.
const opening = `{"Type":"board","Player1":{"Name":"BOT_a","Points":0},"Player2":{"Name":"someone","Points":0},` +
	`"Board":[0,-2,0,0,0,0,5,0,3,0,0,0,-5,5,0,0,0,-3,0,-5,0,0,0,0,2,0,0,0],"Turn":1,"Roll1":2,"Roll2":5,"Moves":[],` +
	`"Points":3,"Crawford":0,"DoubleValue":1,"DoublePlayer":0,"DoubleOffered":false,` +
	`"Available":[[24,22],[13,11],[13,8],[8,6],[8,3],[6,4],[6,1]]}`

// edit changes fields of the board.
func edit(t *testing.T, changes map[string]any) string {
	t.Helper()
	fields := map[string]any{}
	if err := json.Unmarshal([]byte(opening), &fields); err != nil {
		t.Fatal(err)
	}
	for name, value := range changes {
		fields[name] = value
	}
	text, err := json.Marshal(fields)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// script is a decider that plays the first legal play. Its fields are its other
// decisions.
type script struct{ double, take bool }

func (s script) Play(_ context.Context, q *protocol.Question) (board.Play, bool, error) {
	plays := board.Plays(q.Position, q.Match.Dice)
	if len(plays) == 0 {
		return board.Play{}, false, nil
	}
	return plays[0], true, nil
}
func (s script) Double(context.Context, *protocol.Question, int) (bool, error) { return s.double, nil }
func (s script) Take(context.Context, *protocol.Question, int) (bool, error)   { return s.take, nil }
func (s script) Accept(context.Context, *protocol.Question, int) (bool, error) { return true, nil }

// talk is a client with a clock of its own.
type talk struct {
	t      *testing.T
	client *bgammon.Client
	table  *bot.Table
	now    time.Time
}

func newTalk(t *testing.T, o bgammon.Options, d bot.Decider) *talk {
	t.Helper()
	table := &bot.Table{Decider: d, Results: new(bot.Results), Log: t.Logf}
	o.Name, o.Version, o.Settle, o.JoinPause = "BOT_a", "0", time.Second, time.Second
	if o.Length == 0 {
		o.Length = 3
	}
	k := &talk{t: t, client: bgammon.New(o, table), table: table, now: time.Unix(1e9, 0)}
	k.want(k.client.Connected(k.now), "loginjson gammonlab-v0/en BOT_a")
	return k
}

// seated is a talk of a bot that sits at a match.
func seated(t *testing.T, o bgammon.Options, d bot.Decider) *talk {
	t.Helper()
	k := newTalk(t, o, d)
	k.hear(`{"Type":"welcome","PlayerName":"BOT_a","Games":0}`)
	k.hear(`{"Type":"joined","GameID":1,"PlayerNumber":1,"Player":"BOT_a"}`)
	return k
}

func (k *talk) want(commands []bot.Command, want ...string) {
	k.t.Helper()
	if got := bottest.Texts(commands); !slices.Equal(got, append([]string{}, want...)) {
		k.t.Errorf("got %q, want %q", got, want)
	}
}

// hear passes a line to the client and checks the commands that it returns.
func (k *talk) hear(line string, want ...string) {
	k.t.Helper()
	k.want(k.client.Receive(k.t.Context(), k.now, line), want...)
}

// wait moves the clock to the time at which the client wants to be called, and
// returns the wait.
func (k *talk) wait(want ...string) time.Duration {
	k.t.Helper()
	before := k.now
	k.now = k.client.Wake()
	k.want(k.client.Tick(k.t.Context(), k.now), want...)
	return k.now.Sub(before)
}

func TestLogInAndCreate(t *testing.T) {
	k := newTalk(t, bgammon.Options{}, script{})
	k.hear("hello Please log in")
	k.hear(`{"Type":"welcome","PlayerName":"BOT_a","Clients":1,"Games":2}`)
	k.hear(`{"Type":"list","Games":null}`)
	k.hear(`{"Type":"ping","Message":"12 34"}`, "pong 12 34")
	k.wait("create public 3 0")
}

func TestPasswordIsOneWord(t *testing.T) {
	client := bgammon.New(bgammon.Options{Name: "BOT_a", Password: "two words"}, &bot.Table{})
	if c := client.Connected(time.Now())[0]; !strings.HasSuffix(c.Text, " two_words") {
		t.Errorf("got %+v", c)
	}
}

// The server refuses a name in use while it still has the old connection: the
// bot tries again. After a wrong password it gives up.
func TestRefusals(t *testing.T) {
	k := newTalk(t, bgammon.Options{}, script{})
	for range 20 {
		k.hear(`{"Type":"notice","Message":"Connection terminated: That username is already in use."}`)
		k.client.Connected(k.now)
	}
	if done, err := k.client.Done(); done {
		t.Fatal(err)
	}
	for range 5 {
		k.hear(`{"Type":"notice","Message":"Connection terminated: No account was found."}`)
		k.client.Connected(k.now)
	}
	if done, err := k.client.Done(); !done || err == nil || !strings.Contains(err.Error(), "No account") {
		t.Errorf("got %v, %v", done, err)
	}
}

// The server disconnects clients that send nothing for 40 s, with or without its pings.
func TestKeepsAliveWithoutPing(t *testing.T) {
	k := seated(t, bgammon.Options{}, script{})
	for range 3 {
		if d := k.wait("pong alive"); d > 35*time.Second {
			t.Errorf("nothing was said for %v", d)
		}
	}
}

// A match, its end, and the next one; the opponent is greeted once.
func TestMatchOver(t *testing.T) {
	k := seated(t, bgammon.Options{Hello: "I am a\nprogram"}, script{})
	k.hear(`{"Type":"joined","GameID":1,"PlayerNumber":2,"Player":"someone"}`, "say I am a program")
	k.hear(`{"Type":"joined","GameID":1,"PlayerNumber":2,"Player":"someone"}`)
	k.hear(edit(t, map[string]any{"Turn": 2}))
	k.hear(`{"Type":"win","Player":"BOT_a","Points":3,"Resigned":"someone"}`)
	over := edit(t, map[string]any{"Winner": 1, "Player1": map[string]any{"Name": "BOT_a", "Points": 3}})
	k.hear(over)
	k.hear(over)
	k.hear(`{"Type":"notice","Message":"Your opponent would like to play again."}`, "rematch")
	k.hear(`{"Type":"joined","GameID":1,"PlayerNumber":2,"Player":"someone"}`)
	k.hear(edit(t, map[string]any{"Turn": 2}))
	k.hear(edit(t, map[string]any{"Winner": 2, "Player2": map[string]any{"Name": "someone", "Points": 3}}))
	k.hear(`{"Type":"left","Player":"someone"}`, "leave")
	k.hear(`{"Type":"left","Player":"BOT_a"}`)
	k.wait("create public 3 0")
	got := k.table.Results.Summary().Lengths
	if want := []bot.Tally{{Length: 3, Won: 1, Lost: 1, PointsWon: 3, PointsLost: 3}}; !slices.Equal(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// A match that ended before the bot joined does not count.
func TestOldMatchDoesNotCount(t *testing.T) {
	k := seated(t, bgammon.Options{}, script{})
	k.hear(edit(t, map[string]any{"Winner": 1, "Player1": map[string]any{"Name": "BOT_a", "Points": 3}}), "leave")
	if n := k.table.Results.Matches(); n != 0 {
		t.Errorf("%d matches counted", n)
	}
}

func TestOpponentLeaves(t *testing.T) {
	k := seated(t, bgammon.Options{}, script{})
	k.hear(edit(t, map[string]any{"Turn": 2}))
	k.hear(`{"Type":"left","Player":"someone"}`)
	k.hear(edit(t, map[string]any{"Player2": map[string]any{"Name": ""}}))
	start := k.now
	for k.now.Sub(start) < 16*time.Minute-30*time.Second {
		k.wait("pong alive")
	}
	k.wait("leave")
}

func TestGarbage(t *testing.T) {
	k := seated(t, bgammon.Options{}, script{})
	for _, line := range []string{
		"", "{", "null", "{}", `{"Type":"board"}`, `{"Type":7}`, `{"Type":"board","Board":[1,2,3],"Turn":1}`, "\x00\xff{",
		edit(t, map[string]any{"Turn": 9}), edit(t, map[string]any{"DoubleValue": 3}), edit(t, map[string]any{"Points": -1}),
		edit(t, map[string]any{"Available": "none"}), `{"Type":"list","Games":3}`, `{"Type":"rolled","Roll1":99}`,
		`{"Type":"win","Player":"x","Points":-7}`, `{"Type":"joined"}`, `{"Type":"left"}`,
	} {
		for _, command := range bottest.Texts(k.client.Receive(t.Context(), k.now, line)) {
			if command != "leave" {
				t.Errorf("%q is answered by %q", line, command)
			}
		}
	}
	k.hear(edit(t, map[string]any{"Spectating": true}), "leave")
}

// The client joins only the named bot, and only a listed match in which that
// bot sits alone.
func TestJoin(t *testing.T) {
	list := func(name string, players int, password bool) string {
		return fmt.Sprintf(`{"Type":"list","Games":[{"ID":1,"Points":3,"Players":%d,"Password":%v,"Name":"%s's match"}]}`, players, password, name)
	}
	for _, c := range []struct {
		o    bgammon.Options
		list string
		want []string
	}{
		{bgammon.Options{}, list("BOT_b", 1, false), nil},
		{bgammon.Options{Join: "BOT_b"}, list("BOT_b", 1, false), []string{"join BOT_b"}},
		{bgammon.Options{Join: "BOT_b"}, list("BOT_b", 2, false), nil},
		{bgammon.Options{Join: "BOT_b"}, list("BOT_b", 1, true), nil},
		{bgammon.Options{Join: "BOT_b"}, list("BOT_bb", 1, false), nil},
		{bgammon.Options{Join: "BOT_b", Private: "word"}, list("BOT_b", 1, true), []string{"join BOT_b word"}},
		{bgammon.Options{Join: "human"}, list("human", 1, false), nil},
	} {
		k := newTalk(t, c.o, script{})
		k.hear(`{"Type":"welcome","PlayerName":"BOT_a"}`)
		k.hear(c.list, c.want...)
	}
}

// The server lists a finished match until both bots have left it.
func TestDoesNotJoinAgain(t *testing.T) {
	k := newTalk(t, bgammon.Options{Join: "BOT_b"}, script{})
	list := `{"Type":"list","Games":[{"ID":4,"Players":1,"Name":"BOT_b's match"}]}`
	k.hear(`{"Type":"welcome","PlayerName":"BOT_a"}`)
	k.hear(list, "join BOT_b")
	k.hear(`{"Type":"joined","GameID":4,"PlayerNumber":1,"Player":"BOT_a"}`)
	k.hear(edit(t, map[string]any{"Winner": 1, "Player1": map[string]any{"Name": "BOT_a", "Points": 3}}), "leave")
	k.hear(`{"Type":"left","Player":"BOT_a"}`)
	k.wait("list")
	k.hear(list)
	k.wait("list")
	k.hear(strings.Replace(list, "4", "5", 1), "join BOT_b")
}

// The bot begins no new match until the server reports whether an old match
// continues.
func TestStops(t *testing.T) {
	k := newTalk(t, bgammon.Options{}, script{})
	k.hear(`{"Type":"welcome","PlayerName":"BOT_a"}`)
	k.want(k.client.Retire(k.now), "disconnect")
	k = seated(t, bgammon.Options{}, script{})
	k.hear(edit(t, map[string]any{"Turn": 2}))
	k.want(k.client.Retire(k.now)) // finishes the match
	k.hear(edit(t, map[string]any{"Winner": 2, "Player2": map[string]any{"Name": "someone", "Points": 3}}), "leave")
	k.hear(`{"Type":"left","Player":"BOT_a"}`, "disconnect")
	if done, err := k.client.Done(); !done || err != nil {
		t.Errorf("got %v, %v", done, err)
	}
}
