package api

import (
	"context"
	"fmt"
	"net/http"

	"gammonlab/board"
	"gammonlab/desk/pages/backend"
	"gammonlab/desk/pages/models"
	"gammonlab/desk/pages/problem"
	"gammonlab/desk/pages/site"
	"gammonlab/engine/advice"
	"gammonlab/engine/cube"
)

// evaluateRequest is the body of /api/v1/evaluate.
type evaluateRequest struct {
	Position string `json:"position"` // a position ID with or without a match ID, an XGID or an OGID
	Model    string `json:"model"`
	Plies    int    `json:"plies"`
}

// hintRequest is the body of /api/v1/hint.
type hintRequest struct {
	Position string `json:"position"`
	Model    string `json:"model"`
	Plies    int    `json:"plies"`
	Dice     string `json:"dice"` // "" for the dice of the position; without dice the response is the cube decision
	Limit    int    `json:"limit"`
	Filter   string `json:"filter"`
	Cubeful  bool   `json:"cubeful"`
}

// find returns the model with a name, and a position of its variant.
func find(l *backend.Backend, name, position string) (*models.Model, *board.XGID, error) {
	model, err := l.Models.Find(name)
	if err != nil {
		return nil, nil, err
	}
	if position == "" {
		return nil, nil, problem.New(http.StatusBadRequest, "position is missing")
	}
	x, _, err := board.ParsePosition(position, model.Variant())
	if err != nil {
		return nil, nil, problem.Bad(fmt.Errorf("position: %w", err))
	}
	return model, &x, nil
}

// stakesOf returns the stakes of a position at its score and cube, nil in a money game if the
// cube is not wanted.
func stakesOf(l *backend.Backend, p *board.XGID, wanted bool) (*cube.Stakes, error) {
	stakes, err := cube.ForXGID(p, l.Models.MET(), wanted)
	return stakes, problem.Bad(err)
}

// rollOf returns the dice of a request, or those of the position if it has none.
func rollOf(p *board.XGID, dice string) (board.Roll, error) {
	if dice == "" {
		return p.Match.Dice, nil
	}
	roll, err := board.ParseRoll(dice)
	if err != nil {
		return roll, problem.Bad(fmt.Errorf("dice: %w", err))
	}
	return roll, nil
}

// evaluate writes the probabilities and equities of a position.
func evaluate(l *backend.Backend, w http.ResponseWriter, r *http.Request) error {
	var request evaluateRequest
	if err := site.ReadSettings(r, &request); err != nil {
		return err
	}
	model, p, err := find(l, request.Model, request.Position)
	if err != nil {
		return err
	}
	stakes, err := stakesOf(l, p, true)
	if err != nil {
		return err
	}
	var e cube.Evaluation
	err = l.Ask(r.Context(), model, model.Asked(request.Plies), func(ctx context.Context, a *advice.Adviser) error {
		value, chances, err := a.Value(ctx, &p.Position, stakes)
		class := a.Static().ClassOf(&p.Position)
		e = cube.NewEvaluation(&p.Position, class, request.Plies, &chances, stakes, value)
		e.Race = a.Static().Databases().RaceCounts(&p.Position, class)
		return err
	})
	if err != nil {
		return err
	}
	return site.WriteJSON(w, http.StatusOK, e)
}

// hint writes the ranked plays of a roll, or the cube decision if there are no dice.
func hint(l *backend.Backend, w http.ResponseWriter, r *http.Request) error {
	var request hintRequest
	if err := site.ReadSettings(r, &request); err != nil {
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
	case p.Position.Result() != 0:
		return problem.New(http.StatusBadRequest, "position %s: the game is over", p.Position.ID())
	case request.Limit < 0:
		return problem.New(http.StatusBadRequest, "limit is %d, want at least 0", request.Limit)
	}
	stakes, err := stakesOf(l, p, request.Cubeful || roll == (board.Roll{}))
	if err != nil {
		return err
	}
	asked := model.Asked(request.Plies)
	if request.Filter != "" {
		if err := asked.Filter.UnmarshalText([]byte(request.Filter)); err != nil {
			return problem.Bad(fmt.Errorf("filter: %w", err))
		}
	}
	var result *advice.Decision
	err = l.Ask(r.Context(), model, asked, func(ctx context.Context, a *advice.Adviser) (err error) {
		result, err = a.DecideMatch(ctx, p, roll, stakes)
		return err
	})
	if err != nil {
		return err
	}
	result.Limit(request.Limit)
	return site.WriteJSON(w, http.StatusOK, result)
}
