package api

import (
	"context"
	"fmt"
	"net/http"

	"gammonlab/board"
	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/cmd/gammonlab/internal/web/lab"
	"gammonlab/cmd/gammonlab/internal/web/models"
	"gammonlab/cmd/gammonlab/internal/web/problem"
	"gammonlab/cmd/gammonlab/internal/web/site"
	"gammonlab/engine/advice"
	"gammonlab/engine/cube"
)

// evaluateRequest is the body of /api/v1/evaluate.
type evaluateRequest struct {
	Position string `json:"position"` // a position ID, with a match ID or without, an XGID or an OGID
	Model    string `json:"model"`
	Plies    int    `json:"plies"`
}

// hintRequest is the body of /api/v1/hint.
type hintRequest struct {
	Position string `json:"position"`
	Model    string `json:"model"`
	Plies    int    `json:"plies"`
	Dice     string `json:"dice"` // "" for those of the position, or the cube decision if it has none
	Limit    int    `json:"limit"`
	Filter   string `json:"filter"`
	Cubeful  bool   `json:"cubeful"`
}

// find returns the model of a name and a position of its game.
func find(l *lab.Lab, name, position string) (*models.Model, *cliutil.PositionArg, error) {
	model, err := l.Models.Find(name)
	if err != nil {
		return nil, nil, err
	}
	if position == "" {
		return nil, nil, problem.New(http.StatusBadRequest, "position is missing")
	}
	p, err := cliutil.ParsePosition(position, model.Variant())
	if err != nil {
		return nil, nil, problem.Bad(fmt.Errorf("position: %w", err))
	}
	return model, &p, nil
}

// stakesOf returns what the game of a position is about: at the score and the cube
// that come with it, or a money game.
func stakesOf(l *lab.Lab, p *cliutil.PositionArg) (*cube.Stakes, error) {
	state, err := p.State(cube.Money(true, true))
	if err != nil {
		return nil, problem.Bad(fmt.Errorf("position: %w", err))
	}
	stakes, err := cube.Prepare(state, l.Models.MET())
	return stakes, problem.Bad(err)
}

// rollOf returns the dice of a request, or else those of the position.
func rollOf(p *cliutil.PositionArg, dice string) (board.Roll, error) {
	if dice == "" {
		return p.Dice, nil
	}
	roll, err := board.ParseRoll(dice)
	if err != nil {
		return roll, problem.Bad(fmt.Errorf("dice: %w", err))
	}
	return roll, nil
}

// evaluate answers what a position is worth, with the cube and without.
func evaluate(l *lab.Lab, w http.ResponseWriter, r *http.Request) error {
	var request evaluateRequest
	if err := site.ReadJSON(r, &request); err != nil {
		return err
	}
	model, p, err := find(l, request.Model, request.Position)
	if err != nil {
		return err
	}
	stakes, err := stakesOf(l, p)
	if err != nil {
		return err
	}
	e := &cube.Evaluation{Position: p.Pos, Plies: request.Plies, Stakes: stakes}
	err = l.Ask(r.Context(), model, models.Look{Plies: request.Plies}, func(ctx context.Context, a *advice.Adviser) (err error) {
		e.Class = a.Static().ClassOf(&p.Pos)
		e.Value, e.Chances, err = a.Value(ctx, &p.Pos, stakes)
		return err
	})
	if err != nil {
		return err
	}
	return site.WriteJSON(w, http.StatusOK, e)
}

// hint ranks the plays of a roll, or decides about a double if there are no dice.
func hint(l *lab.Lab, w http.ResponseWriter, r *http.Request) error {
	var request hintRequest
	if err := site.ReadJSON(r, &request); err != nil {
		return err
	}
	model, p, err := find(l, request.Model, request.Position)
	if err != nil {
		return err
	}
	roll, err := rollOf(p, request.Dice)
	switch {
	case err != nil:
		return err
	case p.Pos.Result() != 0:
		return problem.New(http.StatusBadRequest, "position %s: the game is over", p.Pos.ID())
	case request.Limit < 0:
		return problem.New(http.StatusBadRequest, "limit is %d, want at least 0", request.Limit)
	}
	q := &hintQuestion{pos: p.Pos, roll: roll, limit: request.Limit}
	if request.Cubeful || q.isDouble() {
		if q.stakes, err = stakesOf(l, p); err != nil {
			return err
		}
	}
	look := models.Look{Plies: request.Plies, Filter: request.Filter}
	var result any
	err = l.Ask(r.Context(), model, look, func(ctx context.Context, a *advice.Adviser) (err error) {
		result, err = q.answer(ctx, a)
		return err
	})
	if err != nil {
		return err
	}
	return site.WriteJSON(w, http.StatusOK, result)
}

// hintQuestion is what a hint is asked for.
type hintQuestion struct {
	pos    board.Position
	roll   board.Roll
	stakes *cube.Stakes
	limit  int
}

// isDouble reports whether the question is whether to double.
func (q *hintQuestion) isDouble() bool { return q.roll == (board.Roll{}) }

// answer returns the plays, or the cube decision.
func (q *hintQuestion) answer(ctx context.Context, a *advice.Adviser) (any, error) {
	class := a.Static().ClassOf(&q.pos).String()
	if q.isDouble() {
		decision, err := a.Double(ctx, &q.pos, q.stakes)
		return &advice.CubeAction{Position: q.pos, Class: class, Plies: a.Plies(), Stakes: q.stakes, Decision: decision}, err
	}
	plays, err := a.Rank(ctx, &q.pos, board.Plays(q.pos, q.roll), q.stakes)
	if q.limit > 0 && q.limit < len(plays) {
		plays = plays[:q.limit]
	}
	return &advice.Ranking{Position: q.pos, Class: class, Roll: q.roll, Plies: a.Plies(), Plays: plays, Stakes: q.stakes}, err
}
