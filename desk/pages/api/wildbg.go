package api

import (
	"context"
	"encoding/json"
	"net/http"

	"gammonlab/board"
	"gammonlab/desk/pages/backend"
	"gammonlab/desk/pages/problem"
	"gammonlab/desk/pages/site"
	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/engine/cube"
)

// wildbg implements the calls of wildbg for any model, score and search depth.
type wildbg struct{ *backend.Backend }

// chances are probabilities in wildbg's JSON.
type chances struct {
	Win            float32 `json:"win"`
	WinGammon      float32 `json:"winG"`
	WinBackgammon  float32 `json:"winBg"`
	LoseGammon     float32 `json:"loseG"`
	LoseBackgammon float32 `json:"loseBg"`
}

func newChances(p engine.Probabilities) chances {
	return chances{p[engine.Win], p[engine.WinGammon], p[engine.WinBackgammon], p[engine.LoseGammon], p[engine.LoseBackgammon]}
}

// step moves a checker.
type step struct {
	From uint8 `json:"from"` // 25 is the bar
	To   uint8 `json:"to"`   // 0 is off
}

// rankedPlay is a legal play with the player's chances after it.
type rankedPlay struct {
	Play          []step  `json:"play"` // empty if no checker can move
	Probabilities chances `json:"probabilities"`
}

// moveAnswer is the response of /move, best play first.
type moveAnswer struct {
	Moves []rankedPlay `json:"moves"`
}

// cubeAnswer is the cube decision in the response of /eval.
type cubeAnswer struct {
	Double     bool    `json:"double"`
	Accept     bool    `json:"accept"`
	Cubeless   float64 `json:"equityCubeless"`
	NoDouble   float64 `json:"equityNoDouble"` // normalised, as is DoubleTake
	DoubleTake float64 `json:"equityDoubleTake"`
}

// evalAnswer is the response of /eval.
type evalAnswer struct {
	Cube          cubeAnswer `json:"cube"`
	Probabilities chances    `json:"probabilities"`
}

// refuseAsWildbg writes an error in wildbg's JSON.
func refuseAsWildbg(w http.ResponseWriter, _ *http.Request, p *problem.Problem) {
	w.Header().Set("Content-Type", "application/json")
	p.Head(w)
	json.NewEncoder(w).Encode(struct {
		Message string `json:"message"`
	}{p.Detail})
}

// ask reads a query and calls do with an adviser when a worker is free.
func (b *wildbg) ask(r *http.Request, dice bool, do func(ctx context.Context, q *query, pos *board.Position, a *advice.Adviser) error) error {
	q, err := parseQuery(r.URL.RawQuery, dice)
	if err != nil {
		return problem.Bad(err)
	}
	model, err := b.Models.Find(q.model)
	if err != nil {
		return err
	}
	pos, err := q.position(model.Variant())
	if err != nil {
		return problem.Bad(err)
	}
	asked := model.Asked(q.plies)
	asked.NoCube = dice
	return b.Ask(r.Context(), model, asked, func(ctx context.Context, a *advice.Adviser) error { return do(ctx, q, &pos, a) })
}

// move handles /move.
func (b *wildbg) move(w http.ResponseWriter, r *http.Request) error {
	var result moveAnswer
	err := b.ask(r, true, func(ctx context.Context, q *query, pos *board.Position, a *advice.Adviser) (err error) {
		var stakes *cube.Stakes
		if state, isMatch := q.state(); isMatch {
			if stakes, err = cube.Prepare(state, b.Models.MET()); err != nil {
				return problem.Bad(err)
			}
		}
		roll := board.Roll{uint8(q.dice[0]), uint8(q.dice[1])}
		result.Moves, err = rankPlays(ctx, a, pos, roll, stakes)
		return err
	})
	if err != nil {
		return err
	}
	return site.WriteJSON(w, http.StatusOK, &result)
}

// rankPlays returns the ranked plays of a roll, or one empty play if no checker can
// move.
func rankPlays(ctx context.Context, a *advice.Adviser, pos *board.Position, roll board.Roll, stakes *cube.Stakes) ([]rankedPlay, error) {
	plays := board.Plays(*pos, roll)
	if len(plays) == 0 {
		swapped := pos.Swap()
		p, err := a.Chances(ctx, &swapped)
		return []rankedPlay{{[]step{}, newChances(p.Swap())}}, err
	}
	ranked, err := a.Rank(ctx, pos, plays, stakes)
	if err != nil {
		return nil, err
	}
	all := make([]rankedPlay, len(ranked))
	for i := range ranked {
		for _, s := range ranked[i].Play.Steps() {
			all[i].Play = append(all[i].Play, step{s.From, s.To})
		}
		all[i].Probabilities = newChances(ranked[i].Probabilities)
	}
	return all, nil
}

// eval handles /eval.
func (b *wildbg) eval(w http.ResponseWriter, r *http.Request) error {
	var result evalAnswer
	err := b.ask(r, false, func(ctx context.Context, q *query, pos *board.Position, a *advice.Adviser) error {
		state, _ := q.state()
		stakes, err := cube.Prepare(state, b.Models.MET())
		if err != nil {
			return problem.Bad(err)
		}
		d, err := a.Double(ctx, pos, stakes)
		if err != nil {
			return err
		}
		result = evalAnswer{
			Cube: cubeAnswer{
				Double: d.Double(), Accept: d.Take(),
				Cubeless: float64(d.Chances.Equity()), NoDouble: d.Equities.NoDouble, DoubleTake: d.Equities.DoubleTake,
			},
			Probabilities: newChances(d.Chances),
		}
		return nil
	})
	if err != nil {
		return err
	}
	return site.WriteJSON(w, http.StatusOK, &result)
}
