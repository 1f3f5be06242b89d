package fibs_test

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"gammonlab/board"
	"gammonlab/desk/bot"
	"gammonlab/desk/bot/bottest"
	"gammonlab/desk/bot/fibs"
	"gammonlab/engine/protocol"
	"gammonlab/internal/must"
)

const settings = "2 me 1 0 1 1 0 1 1 0 2396 1 0 1 0 1712.50 0 0 none 1 0 UTC"

// script is a decider that plays the first legal play. Its fields are its other
// decisions.
type script struct {
	double, take, accept bool
	asked                *[]protocol.Question
}

func (s script) note(q *protocol.Question) {
	if s.asked != nil {
		*s.asked = append(*s.asked, *q)
	}
}

func (s script) Play(_ context.Context, q *protocol.Question) (board.Play, bool, error) {
	s.note(q)
	plays := board.Plays(q.Position, q.Match.Dice)
	if len(plays) == 0 {
		return board.Play{}, false, nil
	}
	return plays[0], true, nil
}
func (s script) Double(_ context.Context, q *protocol.Question, _ int) (bool, error) {
	s.note(q)
	return s.double, nil
}
func (s script) Take(_ context.Context, q *protocol.Question, _ int) (bool, error) {
	s.note(q)
	return s.take, nil
}
func (s script) Accept(_ context.Context, q *protocol.Question, _ int) (bool, error) {
	s.note(q)
	return s.accept, nil
}

// talk is a client with a clock of its own.
type talk struct {
	t      *testing.T
	client *fibs.Client
	table  *bot.Table
	now    time.Time
}

func newTalk(t *testing.T, o fibs.Options, d bot.Decider) *talk {
	t.Helper()
	table := &bot.Table{Decider: d, Results: new(bot.Results), Log: t.Logf}
	o.Client, o.Name, o.Password, o.MaxLength, o.InvitePause = "gammonlab", "me", "word", 7, time.Minute
	k := &talk{t: t, client: fibs.New(o, table), table: table, now: time.Unix(1e9, 0)}
	k.want(k.client.Connected(k.now))
	return k
}

// loggedIn is a talk of a bot that was let in.
func loggedIn(t *testing.T, o fibs.Options, d bot.Decider) *talk {
	t.Helper()
	k := newTalk(t, o, d)
	k.hear("login:", "login gammonlab 1008 me word")
	k.hear("1 me 1041253132 here.example")
	k.hear(strings.Replace(settings, " 0 none", " 1 none", 1), "set boardstyle 3", "toggle autoboard", "toggle autodouble",
		"toggle automove", "toggle bell", "toggle double", "toggle greedy", "toggle moves", "toggle notify", "toggle report")
	return k
}

// playing is a talk of a bot in a match to 5 against someone.
func playing(t *testing.T, o fibs.Options, d bot.Decider) *talk {
	t.Helper()
	k := loggedIn(t, o, d)
	k.hear("someone wants to play a 5 point match with you.", "join someone")
	k.hear("** Player someone has joined you for a 5 point match.", "board")
	return k
}

func (k *talk) want(commands []bot.Command, want ...string) {
	k.t.Helper()
	got := bottest.Texts(commands)
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, append([]string{}, want...)) {
		k.t.Errorf("got %q, want %q", got, want)
	}
}

func (k *talk) hear(line string, want ...string) {
	k.t.Helper()
	k.want(k.client.Receive(k.t.Context(), k.now, line), want...)
}

func (k *talk) tick(d time.Duration, want ...string) {
	k.t.Helper()
	k.now = k.now.Add(d)
	k.want(k.client.Tick(k.t.Context(), k.now), want...)
}

// A game at its beginning: the bot has the O checkers and goes from 24 to 1; it is to
// play 31, to roll, or the opponent has rolled 31.
const (
	toMove  = "board:You:someone:5:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:3:1:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0"
	toRoll  = "board:You:someone:5:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:0:0:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:0"
	theirs  = "board:You:someone:5:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:-1:0:0:3:1:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:0"
	doubled = "board:You:someone:5:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:-1:0:0:0:0:1:1:1:1:1:-1:0:25:0:0:0:0:0:0:0:0"
)

func TestLogIn(t *testing.T) {
	k := newTalk(t, fibs.Options{}, script{})
	k.hear("Welcome to FIBS. You just pressed login:", "login gammonlab 1008 me word")
	k.hear("1 me 1041253132 here.example")
	k.hear(settings, "set boardstyle 3", "toggle autoboard", "toggle autodouble", "toggle automove", "toggle bell",
		"toggle double", "toggle greedy", "toggle moves", "toggle notify", "toggle report", "toggle ready")
	k.hear("5 me someone - 1 0 1500.00 3 0 0 here client -")
	if got := k.table.Results.Summary().Rating; got != "1500.00" {
		t.Errorf("the rating is %q", got)
	}
}

// A second prompt says that the name or the password is wrong.
func TestRefused(t *testing.T) {
	k := newTalk(t, fibs.Options{}, script{})
	for range 5 {
		if done, _ := k.client.Done(); done {
			t.Fatal("gives up too early")
		}
		k.client.Connected(k.now)
		k.hear("login:", "login gammonlab 1008 me word")
		if c := k.client.Receive(t.Context(), k.now, "login:"); len(c) != 1 || !c[0].Close {
			t.Fatalf("got %+v, want the connection closed", c)
		}
	}
	if done, err := k.client.Done(); !done || err == nil {
		t.Error("does not give up")
	}
}

func TestInvitations(t *testing.T) {
	k := loggedIn(t, fibs.Options{}, script{})
	k.hear("someone wants to play an unlimited match with you.", "tell someone I play matches to at most 7 points.")
	k.hear("someone wants to play a 9 point match with you.") // the same answer was sent a moment ago
	k.now = k.now.Add(11 * time.Second)
	k.hear("someone wants to play a 9 point match with you.", "tell someone I play matches to at most 7 points.")
	k.hear("someone wants to resume a saved match with you.", "join someone")
	k.hear("12 someone hello? board:You")
	k.hear("someone wants to play a 5 point match with you.", "join someone")
	k = loggedIn(t, fibs.Options{Unlimited: true}, script{})
	k.hear("someone wants to play an unlimited match with you.", "join someone")
}

// Decisions at boards and after prompts, with messages glued to boards and blanks at
// the ends of lines.
func TestTurns(t *testing.T) {
	k := playing(t, fibs.Options{}, script{double: true, take: true})
	k.hear("Starting a new game with someone.")
	k.hear("You rolled 3, someone rolled 1")
	k.hear("It's your turn to move.", "board")
	move := `^move \d+-\d+ \d+-\d+$`
	if got := bottest.Texts(k.client.Receive(t.Context(), k.now, toMove+"Please move 2 pieces. ")); len(got) != 1 || !regexp.MustCompile(move).MatchString(got[0]) {
		t.Errorf("got %q", got)
	}
	k.hear(toMove) // the one that was asked for
	k.hear("Please move 2 pieces.")
	k.hear("someone rolls 3 and 1.")
	k.hear(theirs)
	k.hear("someone moves 1-4 1-2 .")
	k.hear("It's your turn. Please roll or double  ", "board")
	k.hear(toRoll, "double")
	k.hear("You double. Please wait for someone to accept or reject.")
	k.hear("someone accepts the double. The cube shows 2.")
	k.hear("someone doubles. Type 'accept' or 'reject'.", "board")
	k.hear(doubled, "accept")
	k.hear("someone wants to resign. You will win 2 points. Type 'accept' or 'reject'.", "board")
	k.hear(toRoll, "reject")
	k.hear("someone gives up. You win 2 points.")
	k.hear("score in 5 point match: me-2 someone-0")
	k.hear("Type 'join' if you want to play the next game, type 'leave' if you don't.", "join")
	k.hear("You win the 5 point match 5-0 .")
	if got := k.table.Results.Summary().Lengths; len(got) != 1 || got[0] != (bot.Tally{Length: 5, Won: 1, PointsWon: 5}) {
		t.Errorf("got %+v", got)
	}
}

// The question to the decider is right for boards in either direction, with
// bars in any field.
func TestDirectionsAndBars(t *testing.T) {
	for _, line := range []string{
		// The bot has X, goes from 1 to 24 and has a checker on the bar, which
		// is in field 0 or 25.
		"board:You:someone:5:0:0:-1:-1:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:-1:3:1:0:0:1:1:1:0:-1:1:25:0:0:0:1:0:2:0:0:0",
		"board:You:someone:5:0:0:0:-1:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:-1:-1:3:1:0:0:1:1:1:0:-1:1:25:0:0:0:1:0:2:0:0:0",
		"board:You:someone:5:0:0:0:-1:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:-1:3:1:0:0:1:1:1:0:-1:1:25:0:0:0:1:0:2:0:0:0",
	} {
		var asked []protocol.Question
		k := playing(t, fibs.Options{}, script{asked: &asked})
		got := bottest.Texts(k.client.Receive(t.Context(), k.now, line))
		if len(got) != 1 || !regexp.MustCompile(`^move bar-[13] \d+-\d+$`).MatchString(got[0]) {
			t.Errorf("got %q, want an entry to 1 or 3", got)
		}
		pos := asked[0].Position
		if pos.Own[board.Bar] != 1 || pos.Own[24] != 1 || pos.Opp[24] != 2 || pos.Opp[board.Bar] != 0 || pos.Own.Checkers() != 15 {
			t.Errorf("got %+v", pos)
		}
	}
}

// After a refused play the client requests the board and plays again, once.
func TestFaults(t *testing.T) {
	k := playing(t, fibs.Options{}, script{})
	first := bottest.Texts(k.client.Receive(t.Context(), k.now, toMove))
	k.hear("** You must give 2 moves.", "board")
	k.hear(toMove, first...)
	k.hear("** You must give 2 moves.")
	k.hear(toMove)
	k.hear("Please move 2 pieces.")
}

// The Crawford game is the first one in which a player is a point away, and not the
// one after it.
func TestCrawford(t *testing.T) {
	at := func(board, mine, theirs string) string {
		return strings.Replace(board, ":5:0:0:", ":5:"+mine+":"+theirs+":", 1)
	}
	var asked []protocol.Question
	k := playing(t, fibs.Options{}, script{double: true, asked: &asked})
	k.hear(theirs)
	k.hear("someone wins the game and gets 4 points. Sorry.")
	k.hear("Starting a new game with someone.")
	k.hear(at(theirs, "0", "4"))
	k.hear("It's your turn to roll or double.", "board")
	k.hear(at(toRoll, "0", "4"), "roll")
	k.hear("You win the game and get 1 points. Congratulations!")
	k.hear("Starting a new game with someone.")
	k.hear(at(theirs, "1", "4"))
	k.hear("It's your turn to roll or double.", "board")
	k.hear(at(toRoll, "1", "4"), "double")
	if len(asked) != 1 || asked[0].Match.Crawford || asked[0].Match.Score != [2]int{4, 1} {
		t.Errorf("asked about %+v", asked)
	}
}

// A line takes memory in proportion to its length, also if its boards are followed by more
// boards and by letters of ISO 8859-1, which take two bytes in UTF-8.
func TestLongLine(t *testing.T) {
	k := loggedIn(t, fibs.Options{}, script{})
	for _, part := range []string{toMove + " \xe9 ", "\xe9\xe9 board:"} {
		line := strings.Repeat(part, 24)
		must.Allocate(t, 1<<20, func() { k.client.Receive(t.Context(), k.now, line) }, len(line), " bytes: ")
	}
}
