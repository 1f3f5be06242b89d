package games

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"gammonlab/desk/pages/problem"
	"gammonlab/desk/table"
)

// Action is an action of a user.
type Action struct {
	Version int    `json:"version"` // version of the game that the client has read
	Action  string `json:"action"`
	Play    string `json:"play"`    // for move, such as "8/5 6/5"
	Dice    string `json:"dice"`    // for roll, if dice are entered, such as "31"
	Kind    string `json:"kind"`    // for resign: single, gammon or backgammon
	Sure    bool   `json:"sure"`    // perform it even if the tutor warns
	Thought int    `json:"thought"` // with a clock, the milliseconds that you took for it
}

// Actions that are not deeds.
const (
	hint = "hint"
	luck = "luck"     // luck of the newest rolls
	goOn = "continue" // continue after the net's turn was interrupted
)

// untimed goes on without the clock after the time is up.
const untimed = "untimed"

// maxDeeds is the maximal number of deeds of a session.
const maxDeeds = 100_000

// Kinds are the kinds of resignations.
var Kinds = [...]string{"single", "gammon", "backgammon"}

// deeds are the user's actions that are deeds.
var deeds = map[string]table.Kind{
	"begin": table.Begin, "roll": table.Roll, "move": table.Move, "double": table.Double, "take": table.Take,
	"drop": table.Drop, "beaver": table.Beaver, "resign": table.Resign, "accept": table.Accept, "reject": table.Reject,
	"undo": table.Undo, "time": table.Time, untimed: table.Untimed,
}

// deed returns the deed of an action.
func (a *Action) deed(t *table.Table) (table.Deed, error) {
	kind, ok := deeds[a.Action]
	if !ok {
		return table.Deed{}, fmt.Errorf("unknown action %q", a.Action)
	}
	d := table.Deed{Kind: kind}
	switch kind {
	case table.Move:
		d.Play = a.Play
	case table.Roll:
		d.Roll = a.Dice
		d.Net = t.Decision() == table.WhichDice && t.Match.Roller == table.Net
	case table.Resign:
		for i, name := range Kinds {
			if name == a.Kind || a.Kind == "" && i == 0 {
				d.Value = i + 1
			}
		}
		if d.Value == 0 {
			return d, fmt.Errorf("kind is %q, want single, gammon or backgammon", a.Kind)
		}
	}
	return d, nil
}

// Hints search as deeply as the page Analyse does by default, whatever the plies of the net.
const (
	hintPlies = 2
	hintPlays = 10
)

// Act performs an action of the user, then the turn of the net. It does not perform an
// action that the tutor warns about or a resignation that the net refuses; the view
// reports this.
func (g *Game) Act(ctx context.Context, a *Action) (*View, error) {
	if err := g.enter(ctx); err != nil {
		return nil, err
	}
	defer g.leave()
	if a.Version != g.version() {
		return nil, problem.New(http.StatusConflict, "the game is at version %d, not %d: it has changed since", g.version(), a.Version)
	}
	var extra View
	var err error
	if extra.Tutor, err = g.warn(ctx, a); err != nil {
		return nil, err
	}
	plies := g.settings.Plies
	if a.Action == hint {
		plies = max(plies, hintPlies)
	}
	if extra.Tutor == nil {
		err = g.askAt(ctx, plies, func(ctx context.Context) error { return g.act(ctx, a, &extra) })
	}
	if err != nil {
		return nil, err
	}
	v, err := g.view()
	if err != nil {
		return nil, err
	}
	v.Hint, v.Tutor, v.Luck = extra.Hint, extra.Tutor, extra.Luck
	v.Said = append(v.Said, extra.Said...)
	return v, nil
}

// act performs an action and adds its results to the view.
func (g *Game) act(ctx context.Context, a *Action, v *View) (err error) {
	switch a.Action {
	case hint:
		if v.Hint, err = g.table.Hint(ctx); err == nil && v.Hint == nil {
			err = problem.New(http.StatusBadRequest, "there is no decision to give a hint for")
		}
		return err
	case luck:
		v.Luck, err = g.luck()
		return err
	case goOn:
		return g.advance(ctx)
	}
	d, err := a.deed(g.table)
	if err != nil {
		return problem.Bad(err)
	}
	if err := g.time(&d, a.Thought); err != nil {
		return problem.Bad(err)
	}
	if refused, err := g.refuses(ctx, d, v); refused || err != nil {
		return err
	}
	if g.version() >= maxDeeds {
		return problem.New(http.StatusBadRequest, "the session is too long: begin a new one")
	}
	if err := g.table.Do(d); err != nil {
		return problem.Bad(err)
	}
	if g.shown, err = g.lines(); err != nil {
		return err
	}
	if err := errors.Join(g.store.played(g), g.save()); err != nil {
		return err
	}
	if err := g.advance(ctx); err != nil {
		return err
	}
	if finished := g.store.Finished; finished != nil && g.finishes() {
		if err := finished(g.ID, g.table.Played()); err != nil {
			v.Said = append(v.Said, "The match is not in the library: "+err.Error()+".")
		}
	}
	return nil
}

// finishes reports whether the match is over, or the game of a money session.
func (g *Game) finishes() bool {
	return g.table.MatchOver() || g.clock().Lost() || g.settings.Length == 0 && g.table.Over()
}

// refuses reports whether a deed is a resignation that the net refuses.
func (g *Game) refuses(ctx context.Context, d table.Deed, v *View) (bool, error) {
	t := g.table
	if d.Kind != table.Resign || t.Over() || t.Match.Turn != table.User || t.Match.Doubled || t.Match.Resigns > 0 {
		return false, nil // the rules report the error
	}
	agrees, err := t.Agrees(ctx, d.Value)
	if err == nil && !agrees {
		v.Said = []string{"The net refuses the resignation: it expects more."}
	}
	return !agrees, err
}

// Warning is a warning of the tutor about a decision.
type Warning struct {
	Action Action  `json:"action"`
	Lost   float64 `json:"lost_meq"`
	Best   string  `json:"best"`             // the best decision
	Reason string  `json:"reason,omitempty"` // why it is better, in words
}

// warn returns a warning if an action costs too much. It searches as deeply as a hint, so both name the
// same cost.
func (g *Game) warn(ctx context.Context, a *Action) (*Warning, error) {
	if _, is := deeds[a.Action]; !is || a.Sure || g.settings.Tutor == 0 {
		return nil, nil
	}
	d, err := a.deed(g.table)
	if err != nil {
		return nil, problem.Bad(err)
	}
	var j *table.Judged
	err = g.askAt(ctx, max(g.settings.Plies, hintPlies), func(ctx context.Context) (err error) {
		if j, err = g.table.Judge(ctx, d); err != nil {
			err = problem.Bad(err)
		}
		return err
	})
	if err != nil || j.Lost*1000 <= float64(g.settings.Tutor) {
		return nil, err
	}
	return &Warning{*a, j.Lost * 1000, j.Best, j.Reason}, nil
}
