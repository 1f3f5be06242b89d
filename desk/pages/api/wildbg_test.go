package api_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/internal/must"
	"gammonlab/nets"
)

type probabilities struct{ Win, WinG, WinBg, LoseG, LoseBg float64 }

func (p *probabilities) equity() float64 { return 2*p.Win - 1 + p.WinG - p.LoseG + p.WinBg - p.LoseBg }

type movesAnswer struct {
	Moves []struct {
		Play          []struct{ From, To int }
		Probabilities probabilities
	}
}

// plays returns the plays as JSON.
func (m *movesAnswer) plays(t *testing.T) []string {
	var all []string
	for _, move := range m.Moves {
		text := must.Get(json.Marshal(move.Play))(t)
		all = append(all, strings.NewReplacer("From", "from", "To", "to").Replace(string(text)))
	}
	return all
}

// The examples that wildbg publishes as tests of its server: the same plays.
func TestWildbgPlays(t *testing.T) {
	s := newServer(t)
	for _, c := range []struct {
		name, query string
		want        []string // in any order
	}{
		{"forced play", "die1=3&die2=1&p5=1&p24=-1", []string{`[{"from":5,"to":4},{"from":4,"to":1}]`}},
		{"double roll", "die1=1&die2=1&p5=2&p24=-1", []string{
			`[{"from":5,"to":4},{"from":4,"to":3},{"from":3,"to":2},{"from":2,"to":1}]`,
			`[{"from":5,"to":4},{"from":5,"to":4},{"from":4,"to":3},{"from":3,"to":2}]`,
			`[{"from":5,"to":4},{"from":5,"to":4},{"from":4,"to":3},{"from":4,"to":3}]`,
		}},
		{"no legal play", "die1=6&die2=6&p25=1&p19=-2&p5=2&p6=2", []string{`[]`}},
		{"from the bar", "die1=6&die2=1&p25=1&p1=-2", []string{`[{"from":25,"to":24},{"from":24,"to":18}]`}},
		{"off", "die1=6&die2=5&p2=2&p24=-2", []string{`[{"from":2,"to":0},{"from":2,"to":0}]`}},
	} {
		var got movesAnswer
		s.read(&got, "GET", "/move?"+c.query, "")
		plays := got.plays(t)
		missing := len(plays) != len(c.want)
		for _, play := range plays {
			found := false
			for _, want := range c.want {
				found = found || sameSteps(t, play, want)
			}
			missing = missing || !found
		}
		if missing {
			t.Errorf("%s: got %v, want %v", c.name, plays, c.want)
		}
	}
}

// sameSteps reports whether two plays bring the same checkers from where they are to
// the same places. Wildbg plays the smaller die first where that makes no difference.
func sameSteps(t *testing.T, a, b string) bool {
	t.Helper()
	gain := func(text string) (n [26]int) {
		var steps []struct{ From, To int }
		must.OK(t, json.Unmarshal([]byte(text), &steps))
		for _, s := range steps {
			n[s.From]--
			n[s.To]++
		}
		return n
	}
	return gain(a) == gain(b) && strings.Count(a, "from") == strings.Count(b, "from")
}

// The best play is first, and the probabilities are those of the net after the
// play, from the point of view of the player who made it.
func TestMoveProbabilities(t *testing.T) {
	s := newServer(t)
	var got movesAnswer
	s.read(&got, "GET", "/move?die1=3&die2=1&"+opening, "")
	static := engine.NewStatic(must.Get(nets.LoadShipped("td512"))(t), nil)
	pos := board.Backgammon.Start()
	want := static.Rank(&pos, board.Plays(pos, board.Roll{3, 1}))
	if len(got.Moves) != len(want) || len(want) < 10 {
		t.Fatalf("got %d plays, want %d", len(got.Moves), len(want))
	}
	for i, m := range got.Moves {
		p := want[i].Probabilities
		for k, x := range []float64{m.Probabilities.Win, m.Probabilities.WinG, m.Probabilities.WinBg, m.Probabilities.LoseG, m.Probabilities.LoseBg} {
			if math.Abs(x-float64(p[k])) > 1e-6 {
				t.Errorf("play %d: got %+v, want %v", i, m.Probabilities, p)
			}
		}
	}
	if text := must.Get(json.Marshal(got.Moves[0].Play))(t); string(text) != `[{"From":8,"To":5},{"From":6,"To":5}]` {
		t.Errorf("the best play is %s", text)
	}
	var passed movesAnswer
	s.read(&passed, "GET", "/move?die1=6&die2=6&p25=1&p24=2&p13=5&p8=3&p6=4&p19=-5&p17=-3&p12=-5&p1=-2", "")
	if m := passed.Moves; len(m) != 1 || len(m[0].Play) != 0 || !(m[0].Probabilities.Win > 0 && m[0].Probabilities.Win < 0.5) {
		t.Errorf("with nothing to move: got %+v", m)
	}
}

// At a score plays are ordered by the chance to win the match.
func TestMoveAtScores(t *testing.T) {
	s := newServer(t)
	// x needs one point, so that gammons have no effect to x and all to o.
	for _, c := range []struct {
		score string
		worth func(p *probabilities) float64
	}{
		{"", (*probabilities).equity},
		{"&x_away=0&o_away=0", (*probabilities).equity},
		{"&x_away=1&o_away=1", func(p *probabilities) float64 { return p.Win }},
		{"&x_away=2&o_away=2", nil},
		{"&x_away=64&o_away=64", nil},
		{"&x_away=1&o_away=2", func(p *probabilities) float64 { return p.Win + (1-p.Win-p.LoseG)*0.5 }}, // a lost game leaves 1-away both, about
		{"&plies=1&x_away=1&o_away=1", nil},
	} {
		var got movesAnswer
		s.read(&got, "GET", "/move?die1=6&die2=4&"+opening+c.score, "")
		if len(got.Moves) < 10 {
			t.Errorf("%s: only %d plays", c.score, len(got.Moves))
		}
		for i := 1; c.worth != nil && i < len(got.Moves); i++ {
			if a, b := c.worth(&got.Moves[i-1].Probabilities), c.worth(&got.Moves[i].Probabilities); a < b-1e-6 {
				t.Errorf("%s: play %d is worth %v, the next %v", c.score, i-1, a, b)
			}
		}
	}
}

func TestEval(t *testing.T) {
	s := newServer(t)
	type answer struct {
		Cube struct {
			Double, Accept                                   bool
			EquityCubeless, EquityNoDouble, EquityDoubleTake float64
		}
		Probabilities probabilities
	}
	for _, c := range []struct {
		name, query    string
		double, accept bool
	}{
		{"the start", opening, false, true},
		{"wildbg's", "p1=1&p20=-1&p24=-1", true, false}, // x bears the last checker off
		{"a race to double and take", "p1=3&p2=3&p3=3&p4=2&p5=2&p6=2&p24=-3&p23=-3&p22=-2&p21=-3&p20=-2&p19=-2", true, true},
		{"one point each", opening + "&x_away=1&o_away=1", false, true},
		{"at a score", opening + "&x_away=5&o_away=5", false, true},
		{"after the Crawford game", opening + "&x_away=3&o_away=1", true, true},
	} {
		var got answer
		s.read(&got, "GET", "/eval?"+c.query, "")
		if got.Cube.Double != c.double || got.Cube.Accept != c.accept || math.Abs(got.Cube.EquityCubeless-got.Probabilities.equity()) > 1e-6 {
			t.Errorf("%s: got %+v, want %v, %v", c.name, got, c.double, c.accept)
		}
	}
	var same, ahead answer
	s.read(&same, "GET", "/eval?model=td512&plies=0&"+opening, "")
	s.read(&ahead, "GET", "/eval?plies=1&"+opening, "")
	if same.Probabilities == ahead.Probabilities {
		t.Error("a look ahead changes nothing")
	}
}

// Errors are in JSON, as those of wildbg.
func TestWildbgErrors(t *testing.T) {
	s := newServer(t)
	for _, c := range []struct{ path, want string }{
		{"/move", "die1 is missing"},
		{"/move?die1=2&die2=0&p4=4&p5=-5", `die2 is "0", want a number from 1 to 6`},
		{"/move?die1=2&p4=4&p5=-5", "die2 is missing"},
		{"/move?die1=2&die2=1&p4=4&p5=-5&p25=-2", `p25, the bar of the player x is "-2", want a number from 0 to 15`},
		{"/eval?p0=1&p4=4&p5=-5", `p0, the bar of the opponent o is "1", want a number from -15 to 0`},
		{"/eval?p4=4&die1=3", `unknown parameter "die1"`},
		{"/eval?p4=4&p26=1", `unknown parameter "p26"`},
		{"/eval?p4=4&p4=5", "p4 occurs 2 times"},
		{"/eval?p4=x", `p4 is "x"`},
		{"/eval?p4=16", `p4 is "16", want a number from -15 to 15`},
		{"/eval?p4=10&p5=6&p6=-1", "player x has 16 checkers on the board, want at most 15"},
		{"/eval?p4=1&p5=-10&p6=-6", "player o has 16 checkers"},
		{"/eval?p4=%zz", "query: invalid URL escape"},
		{"/eval?p24=-1", "the game is over"},
		{"/eval", "the game is over"},
		{"/eval?x_away=3&" + opening, "x_away is 3 and o_away is 0"},
		{"/eval?x_away=65&o_away=1&" + opening, `x_away is "65", want a number from 0 to 64`},
		{"/eval?plies=4&" + opening, `plies is "4", want a number from 0 to 3`},
		{"/eval?model=/etc/passwd&" + opening, `model "/etc/passwd" is not served: want td512`},
		{"/eval?p25=1&p0=-1&p1=2&p2=2&p3=2&p4=2&p5=2&p6=2&p24=-2&p23=-2&p22=-2&p21=-2&p20=-2&p19=-2", "against closed boards"},
	} {
		response, body := s.call("GET", c.path, "")
		var got struct{ Message string }
		if response.StatusCode != 400 || response.Header.Get("Content-Type") != "application/json" ||
			json.Unmarshal([]byte(body), &got) != nil || !strings.Contains(got.Message, c.want) {
			t.Errorf("%s: status %d %s: %s", c.path, response.StatusCode, response.Header.Get("Content-Type"), body)
		}
	}
}
