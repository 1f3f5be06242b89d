package promotion

import (
	"encoding/json"
	"errors"
	"fmt"

	"gammonlab/engine"
	"gammonlab/engine/player"
	"gammonlab/evalbench/tournament"
	"gammonlab/internal/version"
	"gammonlab/nets"
)

// Names of the players of a test. Games depend on these names, which are the same for all
// file paths.
const (
	nameCandidate = "candidate"
	nameReplaced  = "replaced"
)

// ErrSame is returned by [NewContest] for two models with the same weights.
var ErrSame = errors.New("the candidate has the same weights as the net it is to replace")

// Contest is a candidate and the model that it may replace.
type Contest struct {
	candidate, replaced *nets.Model
	digests             [2]string
}

// NewContest returns the contest of two models, which it does not copy. It returns an
// error for models of different variants, and ErrSame for models that differ only in
// metadata. Evidence of an earlier promotion of the candidate does not count: it must win
// again.
func NewContest(candidate, replaced *nets.Model) (*Contest, error) {
	if candidate.Variant != replaced.Variant {
		return nil, fmt.Errorf("the candidate is for %v, the net that it is to replace for %v",
			candidate.Variant, replaced.Variant)
	}
	c := &Contest{candidate: without(candidate), replaced: replaced}
	var weights [2]string
	for i, m := range []*nets.Model{c.candidate, replaced} {
		var err error
		if c.digests[i], err = m.Digest(); err != nil {
			return nil, err
		}
		bare := &nets.Model{Nets: m.Nets, Variant: m.Variant}
		if weights[i], err = bare.Digest(); err != nil {
			return nil, err
		}
	}
	if weights[0] == weights[1] {
		return nil, ErrSame
	}
	return c, nil
}

// Players returns the two models as players of a test, the candidate first. Both play at
// 0 plies with the bear-off databases; databases may be nil.
func (c *Contest) Players(databases *engine.Databases) (candidate, replaced tournament.Player) {
	return tournament.Player{
			Name: nameCandidate, Digest: c.digests[0],
			Player: player.NewGreedy(engine.NewStatic(c.candidate, databases)),
		}, tournament.Player{
			Name: nameReplaced, Digest: c.digests[1],
			Player: player.NewGreedy(engine.NewStatic(c.replaced, databases)),
		}
}

// Promoted returns the candidate with the evidence of a test between the contest's
// players. It returns an error unless the test accepted that the candidate is better. The
// date, such as 2026-01-31, may be empty; then files of equal tests are equal.
func (c *Contest) Promoted(test *tournament.Record, date string) (*nets.Model, error) {
	text, err := json.Marshal(&Evidence{
		Candidate: c.digests[0], Replaced: c.digests[1], Test: test, Toolkit: version.Toolkit, Date: date,
	})
	if err != nil {
		return nil, err
	}
	m := without(c.candidate)
	if m.Provenance == nil {
		m.Provenance = map[string]string{}
	}
	m.Provenance[Key] = string(text)
	if _, err := Of(m); err != nil {
		return nil, err
	}
	return m, nil
}
