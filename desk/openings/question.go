package openings

import (
	"context"
	"fmt"
	"slices"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/engine/cube"
	"gammonlab/engine/rollout"
	"gammonlab/internal/seed"
)

// question is a roll whose plays are rolled out.
type question struct {
	number  int // index in the book
	opening string
	answers string
	pos     board.Position
	roll    board.Roll
	stakes  *cube.Stakes
	beside  *board.Play // play of the player that is shown for comparison
}

// openings returns the rolls that can begin a game.
func (b *builder) openings() []question {
	var all []question
	for _, roll := range board.Rolls {
		if !roll.Double() {
			all = append(all, question{number: len(all), pos: b.settings.Game().Start(), roll: roll, stakes: b.stakes})
		}
	}
	return all
}

// replies returns all 21 rolls after the best play of each first roll.
func (b *builder) replies(first []question, best []Decision) []question {
	var all []question
	stakes := b.stakes.Swap()
	for i := range first {
		q := &first[i]
		pos := q.pos
		for _, play := range board.Plays(q.pos, q.roll) {
			if play.Result.ID() == best[i].Plays[0].ResultID {
				pos = play.Result
			}
		}
		for _, roll := range board.Rolls {
			all = append(all, question{
				number: len(first) + len(all), opening: best[i].Dice, answers: best[i].Plays[0].Move, pos: pos, roll: roll, stakes: stakes,
			})
		}
	}
	return all
}

// askBeside records the plays of the player that is shown for comparison, one after the
// other.
func (b *builder) askBeside(ctx context.Context, all []question) error {
	beside, ok := b.settings.beside()
	if !ok {
		return nil
	}
	for i := range all {
		q := &all[i]
		plays := board.Plays(q.pos, q.roll)
		if len(plays) == 0 {
			continue
		}
		m := matchOf(q.stakes)
		chosen, err := beside.ChooseAt(ctx, &q.pos, &m, q.roll, plays)
		if err != nil {
			return fmt.Errorf("%v: %w", q.roll, err)
		}
		q.beside = &plays[chosen]
	}
	return nil
}

// matchOf returns the match of the stakes with the player on roll, who is player X.
func matchOf(st *cube.Stakes) board.Match {
	state := st.State()
	m := board.NewMatch(state.Length)
	m.Roller, m.Turn = board.PlayerX, board.PlayerX
	if state.IsMatch() {
		m.Score = [2]int{board.PlayerX: m.Length - state.OwnAway, board.PlayerO: m.Length - state.OppAway}
		m.Crawford = state.Crawford
	} else {
		m.Jacoby = state.Jacoby
	}
	return m
}

// candidates returns the plays of q to roll out.
func (b *builder) candidates(ctx context.Context, by *advice.Adviser, q *question) ([]board.Play, error) {
	ranked, err := by.Rank(ctx, &q.pos, board.Plays(q.pos, q.roll), q.stakes)
	if err != nil {
		return nil, err
	}
	var plays []board.Play
	for i := range ranked {
		c := &ranked[i]
		if i < b.settings.Candidates && ranked[0].Equity-c.Equity <= float64(b.settings.Margin) {
			plays = append(plays, c.Play)
		}
	}
	if q.beside != nil && !slices.ContainsFunc(plays, func(p board.Play) bool { return p.Result == q.beside.Result }) {
		plays = append(plays, *q.beside)
	}
	return plays, nil
}

// decide rolls out the candidates of a roll.
func (b *builder) decide(ctx context.Context, by *advice.Adviser, q *question) (*Decision, error) {
	d := &Decision{Opening: q.opening, Answers: q.answers, Dice: q.roll.String(), ID: q.pos.ID()}
	plays, err := b.candidates(ctx, by, q)
	switch {
	case err != nil:
		return nil, err
	case len(plays) == 0:
		d.Plays = []Play{{Move: noPlay}}
		return d, nil
	}
	if q.beside != nil {
		d.Beside = board.FormatPlay(q.pos, *q.beside)
	}
	s := b.settings.Settings
	s.Seed = seed.Derive(s.Seed, uint64(q.number))
	s.Workers, s.Pool, s.State, s.Progress = 1, b.settings.Pool, "", nil
	alternatives := rollout.OfPlays(q.pos, plays, q.stakes)
	results := make([]*rollout.Result, 1, 2)
	if results[0], err = rollout.Run(ctx, by.Static(), alternatives, s); err != nil {
		return nil, err
	}
	if b.settings.Second.IsSet() {
		second, err := rollout.Run(ctx, engine.NewFull(b.settings.Second.Evaluator).Clone(), alternatives, s)
		if err != nil {
			return nil, err
		}
		results = append(results, second)
	}
	d.Plays = playsOf(results, q.stakes)
	return d, nil
}

// noPlay stands for the play of a roll that cannot be played.
const noPlay = "no play"
