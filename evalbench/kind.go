package evalbench

import (
	"context"
	"encoding/json"
	"fmt"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/portable"
	"gammonlab/engine/search"
	"gammonlab/internal/farm"
	"gammonlab/internal/strictjson"
)

// kindName is the name of matches' descriptions in a farm.
const kindName = "match/1"

// Kind returns the kind of farm jobs that play games of matches.
func Kind() farm.Kind {
	return farm.Kind{Name: kindName, Open: openSeries}
}

// seriesSpec is the description of one or more matches.
type seriesSpec struct {
	Matches []matchSpec `json:"matches"`
}

// matchSpec has everything that the games of a match depend on.
type matchSpec struct {
	A        portable.Player     `json:"a"`
	B        portable.Player     `json:"b"`
	Variant  string              `json:"variant"`
	Rules    rulesSpec           `json:"rules"`
	Seed     uint64              `json:"seed"`
	Unpaired bool                `json:"unpaired,omitempty"`
	Starts   []string            `json:"starts,omitempty"` // position IDs
	Luck     *portable.Evaluator `json:"luck,omitempty"`
	FullLuck bool                `json:"full_luck,omitempty"`
	Judge    *judgeSpec          `json:"judge,omitempty"`
	Records  bool                `json:"records,omitempty"`
	MaxPlies int                 `json:"max_plies"`
}

// rulesSpec describes [Rules].
type rulesSpec struct {
	Length  int    `json:"length,omitempty"`
	MET     string `json:"met,omitempty"` // digest of the table's file
	Cube    bool   `json:"cube,omitempty"`
	Jacoby  bool   `json:"jacoby,omitempty"`
	Beavers int    `json:"beavers,omitempty"`
}

// judgeSpec describes a judge.
type judgeSpec struct {
	Evaluator portable.Evaluator `json:"net"`
	Plies     int                `json:"plies"`
	Filter    string             `json:"filter"`
	NoPruning bool               `json:"no_pruning,omitempty"`
}

// openSeries makes the doer of a description of matches.
func openSeries(ctx context.Context, text json.RawMessage, files farm.Files) (farm.Doer, error) {
	var spec seriesSpec
	if err := strictjson.Unmarshal(text, &spec); err != nil {
		return nil, fmt.Errorf("evalbench: description of matches: %w", err)
	}
	o := opener{ctx: ctx, files: files, players: map[string]engine.Player{}, evaluators: map[string]*engine.Full{}}
	matches := make([]*Match, len(spec.Matches))
	for i := range matches {
		var err error
		if matches[i], err = o.match(&spec.Matches[i]); err != nil {
			return nil, fmt.Errorf("evalbench: description of match %d: %w", i+1, err)
		}
	}
	return newSeriesDoer(matches), nil
}

// opener makes matches from descriptions. Matches with the same net share its model.
type opener struct {
	ctx        context.Context
	files      farm.Files
	players    map[string]engine.Player // players by description
	evaluators map[string]*engine.Full  // evaluators by description
}

func (o *opener) match(s *matchSpec) (*Match, error) {
	variant, err := board.ParseVariant(s.Variant)
	if err != nil {
		return nil, fmt.Errorf("variant: %w", err)
	}
	m := &Match{
		Variant: variant, Seed: s.Seed, Unpaired: s.Unpaired, FullLuck: s.FullLuck, Records: s.Records, MaxPlies: s.MaxPlies,
		Rules: Rules{Length: s.Rules.Length, Cube: s.Rules.Cube, Jacoby: s.Rules.Jacoby, Beavers: s.Rules.Beavers},
		Games: 2, // the shards have the numbers of the games, so this number only has to be valid
	}
	for i, id := range s.Starts {
		start, err := board.ParseID(id, variant)
		if err != nil {
			return nil, fmt.Errorf("start %d: %w", i+1, err)
		}
		m.Starts = append(m.Starts, start)
	}
	if s.Rules.MET != "" {
		if m.Rules.MET, err = portable.OpenMET(o.ctx, s.Rules.MET, o.files); err != nil {
			return nil, err
		}
	}
	if err := o.people(m, s); err != nil {
		return nil, err
	}
	return m, m.validate()
}

// people sets the match's players, its evaluator of luck and its judge.
func (o *opener) people(m *Match, s *matchSpec) (err error) {
	if m.A, err = o.player(&s.A); err != nil {
		return fmt.Errorf("player a: %w", err)
	}
	if m.B, err = o.player(&s.B); err != nil {
		return fmt.Errorf("player b: %w", err)
	}
	if s.Luck != nil {
		luck, err := o.evaluator(s.Luck)
		if err != nil {
			return fmt.Errorf("luck: %w", err)
		}
		m.Luck = luck
	}
	if s.Judge != nil {
		if m.Judge, err = o.judge(s.Judge); err != nil {
			return fmt.Errorf("judge: %w", err)
		}
	}
	return nil
}

// player returns the player of a description. Runners clone it and do not use it
// directly.
func (o *opener) player(d *portable.Player) (engine.Player, error) {
	return opened(o.players, d, func() (engine.Player, error) { return d.Open(o.ctx, o.files) })
}

func (o *opener) evaluator(d *portable.Evaluator) (*engine.Full, error) {
	return opened(o.evaluators, d, func() (*engine.Full, error) { return d.Open(o.ctx, o.files) })
}

// opened returns the result of open for the description. It calls open only once per
// description.
func opened[T any](known map[string]T, description any, open func() (T, error)) (T, error) {
	key, err := json.Marshal(description)
	if t, ok := known[string(key)]; ok || err != nil {
		return t, err
	}
	t, err := open()
	if err == nil {
		known[string(key)] = t
	}
	return t, err
}

func (o *opener) judge(s *judgeSpec) (*search.Searcher, error) {
	e, err := o.evaluator(&s.Evaluator)
	if err != nil {
		return nil, err
	}
	filter, err := search.ParseFilter(s.Filter)
	if err != nil {
		return nil, err
	}
	return search.New(e.Clone(), search.Options{Plies: s.Plies, Filter: filter, NoPruning: s.NoPruning})
}
