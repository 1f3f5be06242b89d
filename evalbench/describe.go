package evalbench

import (
	"encoding/json"
	"errors"
	"fmt"

	"gammonlab/engine"
	"gammonlab/engine/portable"
	"gammonlab/engine/search"
	"gammonlab/internal/farm"
	"gammonlab/nets/kernel"
)

// describer collects the descriptions and the files of matches for a farm.
type describer struct {
	files []farm.File
	known map[string]bool // files already added, by digest
}

// describe returns the description of matches.
func describe(matches []*Match) (*farm.Description, error) {
	d := describer{known: map[string]bool{}}
	var spec seriesSpec
	for _, m := range matches {
		s, err := d.match(m)
		if err != nil {
			return nil, fmt.Errorf("evalbench: %w", err)
		}
		spec.Matches = append(spec.Matches, *s)
	}
	text, err := json.Marshal(&spec)
	if err != nil {
		return nil, err
	}
	return &farm.Description{Kind: kindName, Spec: text, Class: kernel.Class(), Files: d.files}, nil
}

// add adds files that were not added before.
func (d *describer) add(files ...farm.File) {
	for _, f := range files {
		if !d.known[f.SHA256] {
			d.known[f.SHA256] = true
			d.files = append(d.files, f)
		}
	}
}

func (d *describer) match(m *Match) (*matchSpec, error) {
	if m.Dice != nil {
		return nil, errors.New("games with given dice can only be played by one process")
	}
	s := &matchSpec{
		Variant: m.Variant.String(), Seed: m.Seed, Unpaired: m.Unpaired, FullLuck: m.FullLuck,
		Records: m.Records, MaxPlies: m.maxPlies(),
	}
	for i := range m.Starts {
		s.Starts = append(s.Starts, m.Starts[i].ID())
	}
	var err error
	if s.A, err = d.player(m.A); err != nil {
		return nil, err
	}
	if s.B, err = d.player(m.B); err != nil {
		return nil, err
	}
	if s.Rules, err = d.rules(&m.Rules); err != nil {
		return nil, err
	}
	if m.Luck != nil {
		if s.Luck, err = d.evaluator(m.Luck); err != nil {
			return nil, fmt.Errorf("luck: %w", err)
		}
	}
	if m.Judge != nil {
		if s.Judge, err = d.judge(m.Judge); err != nil {
			return nil, fmt.Errorf("judge: %w", err)
		}
	}
	return s, nil
}

func (d *describer) player(p engine.Player) (portable.Player, error) {
	description, files, err := portable.DescribePlayer(p)
	d.add(files...)
	return description, err
}

func (d *describer) evaluator(e engine.Evaluator) (*portable.Evaluator, error) {
	description, files, err := portable.DescribeEvaluator(e)
	d.add(files...)
	return &description, err
}

func (d *describer) rules(r *Rules) (rulesSpec, error) {
	s := rulesSpec{Length: r.Length, Cube: r.Cube, Jacoby: r.Jacoby, Beavers: r.Beavers}
	if r.MET == nil {
		return s, nil
	}
	f, err := portable.DescribeMET(r.MET)
	d.add(f)
	s.MET = f.SHA256
	return s, err
}

func (d *describer) judge(j *search.Searcher) (*judgeSpec, error) {
	e, err := d.evaluator(j.Static())
	o := j.Options()
	return &judgeSpec{*e, o.Plies, o.Filter.String(), o.NoPruning}, err
}
