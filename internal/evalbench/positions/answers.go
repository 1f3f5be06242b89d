package positions

import (
	"encoding/json"
	"fmt"

	"gammonlab/farm"
	"gammonlab/internal/digest"
	"gammonlab/internal/journal"
	"gammonlab/internal/nets/kernel"
)

// keptAnswers is the kind of files of answers. A frame has the answers of a player to
// consecutive decisions.
var keptAnswers = journal.Kind{Name: "answers", Version: 1, Kernel: kernel.CheckClass}

// AnswersFile is a file that keeps the answers of players to the decisions of a benchmark, so
// that [Score] asks no question twice.
type AnswersFile struct {
	journal *journal.Journal
	kept    map[string][]answersFrame // by player
}

type answersFrame struct {
	Player string `json:"player"`
	First  uint64 `json:"first"`
	Items  uint64 `json:"items"`
	Result []byte `json:"result"`
}

// OpenAnswers opens or creates a file of answers. It returns an error for a file with
// answers to other decisions, with another seed or other databases.
func OpenAnswers(path string, decisions []Decision, seed uint64, databases string) (*AnswersFile, error) {
	sum := digest.New()
	for i := range decisions {
		line, err := decisions[i].encode()
		if err != nil {
			return nil, err
		}
		sum.Write(append(line, '\n'))
	}
	identity := map[string]any{"decisions": sum.String(), "seed": seed, "bearoff": databases, "kernel": kernel.Class()}
	a := &AnswersFile{kept: map[string][]answersFrame{}}
	var err error
	a.journal, err = journal.Open(path, keptAnswers, identity, func(frame []byte) error {
		var f answersFrame
		if err := json.Unmarshal(frame, &f); err != nil {
			return err
		}
		next := uint64(0)
		if all := a.kept[f.Player]; len(all) > 0 {
			last := &all[len(all)-1]
			next = last.First + last.Items
		}
		if f.First != next || f.Items == 0 || f.Items > uint64(len(decisions))-next {
			return fmt.Errorf("answers to %d decisions from number %d on, want from %d of %d", f.Items, f.First, next, len(decisions))
		}
		a.kept[f.Player] = append(a.kept[f.Player], f)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return a, nil
}

// Close writes the answers to the disk and unlocks the file.
func (a *AnswersFile) Close() error { return a.journal.Close() }

// takeKept scores the answers of the player that the file has.
func (e *exam) takeKept() error {
	for _, f := range e.options.File.kept[e.options.Player] {
		s, err := e.next(int(f.Items))
		if err == nil {
			err = e.score(s, f.Result)
		}
		if err != nil {
			return fmt.Errorf("kept answers: %w", err)
		}
	}
	return nil
}

// keep adds the answers of a shard to the file, if there is one.
func (e *exam) keep(s farm.Shard, result []byte) error {
	if e.options.File == nil {
		return nil
	}
	frame, err := json.Marshal(&answersFrame{e.options.Player, s.First, s.Items, result})
	if err != nil {
		return err
	}
	return e.options.File.journal.Append(frame)
}
