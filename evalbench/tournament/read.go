package tournament

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"gammonlab/evalbench"
	"gammonlab/internal/journal"
)

// Read reads a ledger's file of the given size, even while a process is appending to it.
// The returned ledger is only in memory, and its rules lack the match equity table.
// Errors use the given file name.
func Read(file io.ReaderAt, size int64, name string) (*Ledger, error) {
	l := NewLedger(Settings{})
	err := journal.Read(file, size, results, func(identity []byte) error {
		var of fileIdentity
		if err := json.Unmarshal(identity, &of); err != nil {
			return fmt.Errorf("settings: %w", err)
		}
		l.settings = of.Settings
		return of.Rules.Validate()
	}, l.decode)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return l, nil
}

// IsLedger reports whether the beginning of a file is that of a ledger of this version.
func IsLedger(first []byte) bool {
	return strings.HasPrefix(string(first), fmt.Sprintf("gammonlab %s %d\n", results.Name, results.Version))
}

// Pairing has the results of two players of a ledger, as scores of A.
type Pairing struct {
	A, B   Player
	Games  int
	Points evalbench.Summary // per game
	Share  evalbench.Summary // share of games won
	Pairs  PairClasses       // none if the games are not paired
	Match  *evalbench.Result // result of the games that a match played, nil if there are none
	Luck   bool              // the match has luck-adjusted results
}

// Pairings returns the results of all pairs of players, in the order in which the players
// were added; A of a match is A of the pairing.
func (l *Ledger) Pairings() ([]Pairing, error) {
	var all []Pairing
	for a := range l.players {
		for b := a; b < len(l.players); b++ {
			key, turned := l.pairing(a, b)
			if len(l.points[key]) == 0 {
				continue
			}
			dice, begun := l.dice[key]
			if begun {
				turned = dice.exchanged
			}
			p, err := l.pairingOf(key, turned, begun)
			if err != nil {
				return nil, err
			}
			all = append(all, p)
		}
	}
	return all, nil
}

// pairingOf returns the results of two players; if turned, the second of the key is A.
func (l *Ledger) pairingOf(key [2]int, turned, match bool) (Pairing, error) {
	p := Pairing{A: l.players[key[0]], B: l.players[key[1]], Games: len(l.points[key])}
	if turned {
		p.A, p.B = p.B, p.A
	}
	var points, share evalbench.Sample
	per := l.settings.perItem()
	for i := 0; i+per <= len(l.points[key]); i += per {
		item := turn(l.points[key][i:i+per], turned)
		points.Add(Points.of(item))
		share.Add(Share.of(item))
		if per == 2 {
			p.Pairs.add(item)
		}
	}
	p.Points, p.Share = points.Summary(), share.Summary()
	if !match || len(l.records[key]) == 0 {
		return p, nil
	}
	var a evalbench.Assessment
	if text := l.dice[key].assessment; text != "" {
		if err := json.Unmarshal([]byte(text), &a); err != nil {
			return p, fmt.Errorf("assessment: %w", err)
		}
	}
	p.Luck = a.Luck.Name != ""
	m := &evalbench.Match{
		A: p.A, B: p.B, Conditions: l.settings.Conditions,
		Unpaired: l.settings.Unpaired, Stored: l.records[key],
	}
	var err error
	p.Match, err = m.StoredResult(p.Luck)
	return p, err
}

// Verdict returns the verdict of a test on the pairs in the ledger, nil if the ledger
// lacks one of the players.
func (l *Ledger) Verdict(t *Test) *Verdict {
	a, b := l.find(&t.A), l.find(&t.B)
	if a < 0 || b < 0 || l.settings.Unpaired {
		return nil
	}
	own := *t
	own.Conditions = l.settings.Conditions
	work := own.trial()
	key, turned := l.pairing(a, b)
	for i := range min(l.pairs(key), t.MaxGames/2) {
		work.add(turn(l.points[key][2*i:2*i+2], turned))
		if work.sprt.Decision() != evalbench.Undecided {
			break
		}
	}
	return work.verdict()
}
