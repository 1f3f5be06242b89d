package api

import (
	"fmt"
	"net/http"
	"net/url"
	"strconv"

	"gammonlab/board"
	"gammonlab/desk/pages/models"
	"gammonlab/desk/pages/problem"
	"gammonlab/engine/cube"
)

// query contains the parameters of wildbg's calls.
type query struct {
	counts [board.Bar + 1]int // checkers by pip: x's positive, o's negative
	dice   [2]int
	away   [2]int // points that x and o need, 0 and 0 in a money game
	plies  int
	model  string
}

// parameter is a number of the query.
type parameter struct {
	at          *int
	least, most int
	needed      bool
	note        string // explanation for errors, "" for none
}

// parameters returns the numbers of the query by name.
func (q *query) parameters(dice bool) map[string]parameter {
	most := board.Backgammon.Checkers()
	all := map[string]parameter{
		"x_away": {at: &q.away[0], most: board.MaxMatchLength}, "o_away": {at: &q.away[1], most: board.MaxMatchLength},
		"plies": {at: &q.plies, most: models.MaxPlies},
	}
	for i := range q.counts {
		all["p"+strconv.Itoa(i)] = parameter{at: &q.counts[i], least: -most, most: most}
	}
	all["p0"] = parameter{at: &q.counts[0], least: -most, note: ", the bar of the opponent o"}
	all["p"+strconv.Itoa(board.Bar)] = parameter{at: &q.counts[board.Bar], most: most, note: ", the bar of the player x"}
	if dice {
		all["die1"] = parameter{at: &q.dice[0], least: 1, most: 6, needed: true}
		all["die2"] = parameter{at: &q.dice[1], least: 1, most: 6, needed: true}
	}
	return all
}

// parseQuery reads the parameters of /move, with dice, or of /eval. Each may occur
// once.
func parseQuery(raw string, dice bool) (*query, error) {
	values, err := url.ParseQuery(raw)
	if err != nil {
		return nil, fmt.Errorf("query: %w", err)
	}
	q := new(query)
	known := q.parameters(dice)
	for name, texts := range values {
		p, ok := known[name]
		switch {
		case len(texts) > 1:
			return nil, fmt.Errorf("%s occurs %d times, want it once", name, len(texts))
		case name == "model":
			q.model = texts[0]
		case !ok:
			return nil, fmt.Errorf("unknown parameter %q", name)
		default:
			if err := p.read(name, texts[0]); err != nil {
				return nil, err
			}
		}
	}
	for _, name := range []string{"die1", "die2"} {
		if known[name].needed && !values.Has(name) {
			return nil, fmt.Errorf("%s is missing", name)
		}
	}
	if (q.away[0] == 0) != (q.away[1] == 0) {
		return nil, fmt.Errorf("x_away is %d and o_away is %d, want both 0 for a money game or none", q.away[0], q.away[1])
	}
	return q, nil
}

// read parses the value of the parameter.
func (p parameter) read(name, text string) error {
	n, err := strconv.Atoi(text)
	if err != nil || n < p.least || n > p.most {
		return fmt.Errorf("%s%s is %q, want a number from %d to %d", name, p.note, text, p.least, p.most)
	}
	*p.at = n
	return nil
}

// position returns the position from the point of view of x. Missing checkers are off.
func (q *query) position(v board.Variant) (board.Position, error) {
	var p board.Position
	own, opp := 0, 0
	for pip, n := range q.counts {
		if n > 0 {
			p.Own[pip] = uint8(n)
			own += n
		} else if n < 0 {
			p.Opp[board.Bar-pip] = uint8(-n)
			opp -= n
		}
	}
	for _, side := range []struct {
		name string
		n    int
	}{{"x", own}, {"o", opp}} {
		if side.n > v.Checkers() {
			return p, fmt.Errorf("player %s has %d checkers on the board, want at most %d", side.name, side.n, v.Checkers())
		}
	}
	p.Own[board.Off], p.Opp[board.Off] = uint8(v.Checkers()-own), uint8(v.Checkers()-opp)
	if err := p.Validate(v); err != nil {
		return p, err
	}
	if p.Result() != 0 {
		return p, problem.New(http.StatusBadRequest, "the game is over")
	}
	return p, nil
}

// state returns the score with a centred cube; ok is false for a money game. A game in
// which a side needs one point counts as after the Crawford game.
func (q *query) state() (state cube.State, ok bool) {
	if q.away[0] == 0 {
		return cube.Money(false, false), false
	}
	length := max(q.away[0], q.away[1])
	return cube.Match(length, length-q.away[0], length-q.away[1], false), true
}
