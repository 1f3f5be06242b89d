package tournament

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"

	"gammonlab/engine/named"
	"gammonlab/evalbench"
	"gammonlab/internal/identity"
)

// matchDice are the dice of a pairing whose games a match began: they come from the seed
// of the match, not from that of the pairing. Later games of a test or tournament
// continue them.
type matchDice struct {
	seed       uint64
	exchanged  bool   // the second player of the pairing is A
	assessment string // evaluator of luck and judge of the match, as JSON; "" for none
}

// Match connects a match with the ledger, which then keeps the games of the match: games
// in the ledger count and are not played again. The match and the ledger must have the
// same settings.
//
// A test or a tournament can continue the games of a match. A match cannot continue the
// games of a test or tournament, because these have other dice and only points: Match
// returns an error.
func (l *Ledger) Match(m *evalbench.Match) error {
	if err := l.check("match", Settings{m.Conditions, m.Unpaired}); err != nil {
		return err
	}
	assessment, err := assessmentOf(m)
	if err != nil {
		return err
	}
	a, b := &m.A, &m.B
	if err := l.mayMatch(a, b, assessment); err != nil {
		return err
	}
	key, turned, err := l.beginMatch(a, b, assessment)
	if err != nil {
		return err
	}
	if items := l.pairs(key); len(l.records[key]) < items {
		return fmt.Errorf("of the games of %s and %s, those from number %d on were played by a test or a tournament, which keeps their points only; choose another file",
			a.Name, b.Name, len(l.records[key])*l.settings.perItem()+1)
	}
	if err := l.announce(Plan{Command: "match", Games: m.Games}, *a, *b); err != nil {
		return err
	}
	m.Stored, m.Durable = l.records[key], l.Sync
	m.Observers = append(m.Observers, evalbench.OnItem(func(i *evalbench.Item) error {
		if i.Stored {
			return nil
		}
		return l.add(key, turn(i.Points(), turned), i.Encode())
	}))
	return nil
}

// check returns an error for work with other settings than the ledger.
func (l *Ledger) check(work string, own Settings) error {
	if d := identity.Between(l.settings.identity(), own.identity()); len(d) > 0 {
		return fmt.Errorf("a %s with other settings than the ledger: %v", work, d)
	}
	return nil
}

// assessmentOf returns the settings of luck and judge as JSON, "" without them.
func assessmentOf(m *evalbench.Match) (string, error) {
	if m.Luck.Evaluator == nil && m.Judge == nil {
		return "", nil
	}
	text, err := json.Marshal(named.Identify(m.Assessment))
	return string(text), err
}

// mayMatch returns an error if the file cannot keep the match of a and b; it writes
// nothing.
func (l *Ledger) mayMatch(a, b *Player, assessment string) error {
	numberA, numberB := l.find(a), l.find(b)
	if numberA >= 0 && numberB >= 0 {
		key, turned := l.pairing(numberA, numberB)
		dice, begun := l.dice[key]
		switch {
		case begun && (dice.exchanged != turned || dice.seed != l.settings.Seed):
			return fmt.Errorf("the file holds the match of %s and %s with the sides exchanged", b.Name, a.Name)
		case begun && dice.assessment != assessment:
			return fmt.Errorf("the file contains the match %w", l.otherAssessment(dice.assessment, assessment))
		case begun:
			return nil
		case l.pairs(key) > 0:
			return fmt.Errorf("the games of %s and %s in the file were begun by a test or a tournament, which have dice of their own; a match needs another file", a.Name, b.Name)
		}
	}
	return l.freeDice(l.settings.Seed)
}

// otherAssessment returns the error for a match that the ledger keeps with another
// evaluator of luck or another judge.
func (l *Ledger) otherAssessment(found, want string) error {
	return &identity.Mismatch{Where: l.path, Differences: identity.Between(json.RawMessage(cmp.Or(found, "{}")), json.RawMessage(cmp.Or(want, "{}")))}
}

// freeDice returns an error if the file has a match with the same dice: the results
// would not be independent.
func (l *Ledger) freeDice(seed uint64) error {
	for key, dice := range l.dice {
		if dice.seed == seed {
			return fmt.Errorf("the file holds another match with the same dice, of %s and %s: choose another file",
				l.players[key[0]].Name, l.players[key[1]].Name)
		}
	}
	return nil
}

// beginMatch adds the players of a match and its dice, if they are new.
func (l *Ledger) beginMatch(a, b *Player, assessment string) (key [2]int, turned bool, err error) {
	numberA, errA := l.enter(a)
	numberB, errB := l.enter(b)
	if err := errors.Join(errA, errB); err != nil {
		return key, false, err
	}
	key, turned = l.pairing(numberA, numberB)
	if _, begun := l.dice[key]; !begun {
		seed := l.settings.Seed
		l.dice[key] = matchDice{seed, turned, assessment}
		err = l.write(&diceFrame{Dice: seed, A: numberA, B: numberB, Assessment: json.RawMessage(assessment)})
	}
	return key, turned, err
}

// diceOf returns the seed of the games of two players, and whether the second player of
// the pairing is A in them. Games that no match has begun have the seed of their pairing.
func (l *Ledger) diceOf(key [2]int) (seed uint64, turned bool) {
	if dice, ok := l.dice[key]; ok {
		return dice.seed, dice.exchanged
	}
	return l.seed(key), false
}
