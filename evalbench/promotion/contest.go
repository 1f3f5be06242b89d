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

// Names of the players of a test. Games depend on names: these are the same
// wherever the files lie.
const (
	nameCandidate = "candidate"
	nameReplaced  = "replaced"
)

// ErrSame is what [NewContest] says of two models with the same weights.
var ErrSame = errors.New("promotion: the candidate has the same weights as the net it is to replace")

// Contest is a candidate and the model that it is to replace.
type Contest struct {
	candidate, replaced *nets.Model
	digests             [2]string
}

// NewContest returns the contest of two models, which it does not copy. Models of
// different games are refused, and those that are the same but for metadata.
// Evidence of an earlier promotion of the candidate counts for nothing: it has
// to win again.
func NewContest(candidate, replaced *nets.Model) (*Contest, error) {
	if candidate.Variant != replaced.Variant {
		return nil, fmt.Errorf("promotion: the candidate is for %v, the net that it is to replace for %v",
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

// Players returns the two as players of a test, the candidate first; both choose
// by their nets at 0 plies and know the databases of endings, which may be nil.
func (c *Contest) Players(databases *engine.Databases) (candidate, replaced tournament.Player) {
	return tournament.Player{
			Name: nameCandidate, Digest: c.digests[0],
			Player: player.NewGreedy(engine.NewStatic(c.candidate, databases)),
		}, tournament.Player{
			Name: nameReplaced, Digest: c.digests[1],
			Player: player.NewGreedy(engine.NewStatic(c.replaced, databases)),
		}
}

// Promoted returns the candidate with the evidence of a test, that of the
// contest's players. A test that has not accepted that the candidate is better is
// an error. The date, such as 2026-01-31, may be empty: files of equal tests are
// then equal.
func (c *Contest) Promoted(test *tournament.Record, date string) (*nets.Model, error) {
	text, err := json.Marshal(&Evidence{
		Candidate: c.digests[0], Replaced: c.digests[1], Test: test, Toolkit: version.Toolkit, Date: date,
	})
	if err != nil {
		return nil, fmt.Errorf("promotion: %w", err)
	}
	m := without(c.candidate)
	if m.Provenance == nil {
		m.Provenance = map[string]string{}
	}
	m.Provenance[Key] = string(text)
	if _, err := Of(m); err != nil {
		return nil, fmt.Errorf("promotion: %w", err)
	}
	return m, nil
}
