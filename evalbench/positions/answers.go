package positions

import (
	"encoding/json"
	"fmt"

	"gammonlab/engine/named"
	"gammonlab/internal/digest"
	"gammonlab/internal/journal"
	"gammonlab/nets/kernel"
)

// keptAnswers is the kind of files of answers. A frame has the answers of a player to
// consecutive decisions.
var keptAnswers = journal.Kind{Name: "answers", Version: 2, Kernel: kernel.CheckClass}

// answersFile keeps the answers of players to the decisions of a benchmark, so that no
// question is asked twice.
type answersFile struct {
	journal *journal.Journal
	kept    map[string][]answersFrame // by player
}

type answersFrame struct {
	Player string `json:"player"`
	First  uint64 `json:"first"`
	Items  uint64 `json:"items"`
	Result []byte `json:"result"`
}

// openAnswers opens or creates the file of answers. It returns an error for a file with
// answers to other decisions, with another seed or other databases.
func (e *Exam) openAnswers() (*answersFile, error) {
	sum, err := digestOf(e.Decisions)
	if err != nil {
		return nil, err
	}
	identity := struct {
		Exam
		Decisions string `json:"decisions"`
		Kernel    string `json:"kernel"`
	}{named.Identify(Exam{Bearoff: e.Bearoff, Seed: e.Seed}), sum, kernel.Class()}
	a := &answersFile{kept: map[string][]answersFrame{}}
	a.journal, err = journal.Open(e.Results, keptAnswers, identity, func(frame []byte) error {
		var f answersFrame
		if err := json.Unmarshal(frame, &f); err != nil {
			return err
		}
		next := uint64(0)
		if all := a.kept[f.Player]; len(all) > 0 {
			last := &all[len(all)-1]
			next = last.First + last.Items
		}
		if f.First != next || f.Items == 0 || f.Items > uint64(len(e.Decisions))-next {
			return fmt.Errorf("answers to %d decisions from number %d on, want from %d of %d", f.Items, f.First, next, len(e.Decisions))
		}
		a.kept[f.Player] = append(a.kept[f.Player], f)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return a, nil
}

// digestOf returns the digest of decisions.
func digestOf(decisions []Decision) (string, error) {
	sum := digest.New()
	for i := range decisions {
		line, err := decisions[i].encode()
		if err != nil {
			return "", err
		}
		if decisions[i].Doubled {
			line = append(line, '2') // the answer is asked for, too
		}
		sum.Write(append(line, '\n'))
	}
	return sum.String(), nil
}

// name returns the name under which the file has the answers of the player.
func (x *sitting) name() string {
	p := named.Identify(struct {
		Player named.Player `json:"player"`
	}{*x.player})
	return p.Player.Name
}

// takeKept scores the answers of the player that the file has.
func (x *sitting) takeKept(kept *answersFile) error {
	x.kept = kept
	for _, f := range kept.kept[x.name()] {
		s, err := x.next(int(f.Items))
		if err == nil {
			err = new(answerer).ReadResult(f.Result, s)
		}
		if err != nil {
			return fmt.Errorf("kept answers: %w", err)
		}
		x.score(s)
	}
	return nil
}

// keep adds the answers of a sheet to the file, if there is one.
func (x *sitting) keep(s *sheet) error {
	if x.kept == nil {
		return nil
	}
	frame, err := json.Marshal(&answersFrame{x.name(), uint64(s.first), uint64(len(s.queries)), s.answers})
	if err != nil {
		return err
	}
	return x.kept.journal.Append(frame)
}
