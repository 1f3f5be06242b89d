package protocol_test

import (
	"os"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/engine/protocol"
	"gammonlab/internal/must"
)

const rawStart = "board:X:O:0:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:3:1:3:1:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:1"

// A question and its board line are unchanged after writing and reading, in
// either order of scores.
func TestRawboardRoundTrip(t *testing.T) {
	for _, scores := range []protocol.Scores{protocol.ScoresFIBS, protocol.ScoresGnubg} {
		for i, q := range questions(300) {
			line := q.Rawboard(scores).String()
			raw := must.Get(protocol.ParseRawboard(line))(t)
			if raw.String() != line {
				t.Fatalf("question %d: %s became %s", i, line, raw)
			}
			got, err := raw.Question(protocol.Rules{Scores: scores, Jacoby: true, Beavers: true, Crawford: true})
			if err != nil {
				t.Fatalf("question %d: %s: %v", i, line, err)
			}
			want := q
			want.Match.State = got.Match.State
			if want.Match.Roller != board.PlayerX {
				t.Fatalf("question %d: %v on roll", i, want.Match.Roller)
			}
			if *got != want {
				t.Errorf("question %d: %s is %+v, want %+v", i, line, *got, want)
			}
		}
	}
}

// Lines that gnubg has sent in a game: the player on roll and the doubler are
// right.
func TestRawboardOfGnubg(t *testing.T) {
	text := must.Get(os.ReadFile("testdata/external-client-1.07.txt"))(t)
	rules := protocol.Rules{Scores: protocol.ScoresGnubg, Crawford: true}
	n := 0
	for line := range strings.Lines(string(text)) {
		sent, ok := strings.CutPrefix(strings.TrimSpace(line), "gnubg->server b'")
		if !ok {
			continue
		}
		n++
		raw := must.Get(protocol.ParseRawboard(strings.TrimSuffix(sent, `\n\x00'`)))(t)
		q, err := raw.Question(rules)
		if err != nil {
			t.Fatalf("%s: %v", sent, err)
		}
		// gnubg plays O until it is doubled by X.
		want := board.PlayerO
		if q.Match.Doubled {
			want = board.PlayerX
		}
		if q.Match.Roller != want || q.Match.Turn != board.PlayerO || q.Match.Length != 3 || q.Match.Crawford {
			t.Errorf("%s: %+v", sent, q.Match)
		}
	}
	if n != 10 {
		t.Errorf("%d boards, want 10", n)
	}
}

func TestRawboardHasTheCrawfordGame(t *testing.T) {
	for _, c := range []struct {
		score, tail string
		first, want bool
	}{
		{"5:4:0", "0:0", false, true},
		{"5:4:0", "0:1", false, false},
		{"5:4:0", "1:0", false, false},
		{"5:0:4", "0:0", false, true},
		{"5:0:3", "0:0", false, false},
		{"5:4:4", "0:0", false, false},
	} {
		line := strings.Replace(rawStart, "X:O:0:0:0", "X:O:"+c.score, 1)
		line = strings.TrimSuffix(line, "0:1") + c.tail
		raw := must.Get(protocol.ParseRawboard(line))(t)
		q, err := raw.Question(protocol.Rules{Crawford: true})
		if err != nil || q.Match.Crawford != c.want {
			t.Errorf("%s: Crawford game %v, %v, want %v", line, q.Match.Crawford, err, c.want)
		}
	}
}

// FIBS gives its players signs and directions as it likes; the player is seen in
// the same way.
func TestRawboardColoursAndDirections(t *testing.T) {
	q := questions(40)[1]
	q.Match = board.NewMatch(0)
	line := q.Rawboard(protocol.ScoresFIBS).String()
	fields := strings.Split(line, ":")
	turned := append([]string(nil), fields...)
	for i := range 26 { // board[0] is field 6 behind the prefix
		turned[6+i] = negated(fields[6+25-i])
	}
	turned[32], turned[41], turned[42] = "-1", "-1", "1"
	rules := protocol.Rules{Jacoby: true}
	var got [2]*protocol.Question
	for i, text := range []string{line, strings.Join(turned, ":")} {
		raw, err := protocol.ParseRawboard(text)
		must.OK(t, err)
		if got[i], err = raw.Question(rules); err != nil {
			t.Fatal(err)
		}
	}
	if *got[0] != *got[1] {
		t.Errorf("%+v, want %+v", *got[1], *got[0])
	}
}

func negated(number string) string {
	if rest, ok := strings.CutPrefix(number, "-"); ok || number == "0" {
		if ok {
			return rest
		}
		return number
	}
	return "-" + number
}

func TestRawboardFaults(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{"board:", "bord:", "does not begin"},
		{":0:1:-1", ":-1", "has"},
		{":1:3:1:3:1:", ":x:3:1:3:1:", `"x"`},
		{":1:3:1:3:1:", ":0:3:1:3:1:", "the turn is 0"},
		{":1:3:1:3:1:", ":1:9:1:3:1:", "a die is 9"},
		{":3:1:1:1:1:0:", ":3:1:3:1:1:0:", "the cube is 3"},
		{"X:O:0:0:0", "X:O:99:0:0", "match length is 99"},
		{"X:O:0:0:0", "X:O:3:3:0", "a score is 3"},
		{"-2:0:0:0:0:5", "-2:0:0:0:0:6", "16"},
		{":0:-2:0:0:0:0:5", ":2:-2:0:0:0:0:5", "opponent's bar"},
		{"5:0:3", "99:0:3", "99"},
	} {
		text := strings.Replace(rawStart, c.old, c.new, 1)
		if text == rawStart {
			t.Fatalf("%q is not there", c.old)
		}
		raw, err := protocol.ParseRawboard(text)
		if err == nil {
			_, err = raw.Question(protocol.Rules{})
		}
		must.Fail(t, err, c.want, text)
	}
}

func FuzzRawboard(f *testing.F) {
	f.Add(rawStart)
	for _, q := range questions(8) {
		f.Add(q.Rawboard(protocol.ScoresGnubg).String())
	}
	f.Fuzz(func(t *testing.T, text string) {
		raw, err := protocol.ParseRawboard(text)
		if err != nil {
			return
		}
		for _, scores := range []protocol.Scores{protocol.ScoresFIBS, protocol.ScoresGnubg} {
			q, err := raw.Question(protocol.Rules{Scores: scores, Crawford: true})
			if err != nil {
				continue
			}
			if err := q.Position.Validate(board.Backgammon); err != nil {
				t.Errorf("%q: %v", text, err)
			}
			// A valid question can be written and read again. A line without
			// the field may have the Crawford game.
			again := must.Get(protocol.ParseRawboard(q.Rawboard(scores).String()))(t)
			if _, err := again.Question(protocol.Rules{Scores: scores, Crawford: true}); err != nil {
				t.Errorf("%q: %v", text, err)
			}
		}
	})
}

// The order of the scores: the beginnings of boards that gnubg has sent in two
// matches, in which root is player 1 and has the positive numbers.
func TestScoresOfGnubg(t *testing.T) {
	for _, c := range []struct {
		head, turn string
		doubled    string
		want       [2]int // of gnubg, which is player 0, and root
	}{
		{"gnubg:root:5:2:0", "-1", "0", [2]int{2, 0}},
		{"root:gnubg:5:0:2", "1", "1", [2]int{2, 0}},
		{"gnubg:root:5:0:1", "1", "0", [2]int{0, 1}},
		{"root:gnubg:5:1:0", "-1", "1", [2]int{0, 1}},
	} {
		line := strings.Replace(rawStart, "X:O:0:0:0", c.head, 1)
		line = strings.Replace(line, ":1:3:1:3:1:1:1:1:0:", ":"+c.turn+":0:0:0:0:1:1:1:"+c.doubled+":", 1)
		raw := must.Get(protocol.ParseRawboard(line))(t)
		q, err := raw.Question(protocol.Rules{Scores: protocol.ScoresGnubg, Crawford: true})
		if err != nil || q.Match.Score != c.want || q.Match.Doubled != (c.doubled == "1") {
			t.Errorf("%s: %+v, %v, want the score %v", line, q, err, c.want)
		}
	}
}
