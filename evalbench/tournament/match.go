package tournament

import (
	"errors"
	"fmt"

	"gammonlab/evalbench"
	"gammonlab/internal/identity"
)

// matchDice are the dice of a pairing whose games a match began: they come from the seed
// of the match, not from that of the pairing. Later games of a test or tournament
// continue them.
type matchDice struct {
	seed      uint64
	exchanged bool   // the second player of the pairing is A
	opinions  string // evaluators of luck and judge of the match
}

// Match connects the match of a and b with the ledger, which then keeps the games of the
// match: games in the ledger count and are not played again. The match and the ledger
// must have the same settings. opinions names the evaluators of luck and the judge, ""
// for none.
//
// A test or a tournament can continue the games of a match. A match cannot continue the
// games of a test or tournament, because these have other dice and only points: Match
// returns an error.
func (l *Ledger) Match(m *evalbench.Match, a, b *Player, opinions string) error {
	if m.Seed != l.settings.Seed || m.Variant != l.settings.Variant || m.Rules.String() != l.settings.Rules.String() || m.Unpaired != l.settings.Unpaired {
		return errors.New("tournament: a match with other settings than the ledger")
	}
	if err := l.mayMatch(a, b, opinions); err != nil {
		return err
	}
	key, turned, err := l.beginMatch(a, b, opinions)
	if err != nil {
		return err
	}
	if items := l.pairs(key); len(l.records[key]) < items {
		return fmt.Errorf("tournament: of the games of %s and %s, those from number %d on were played by a test or a tournament, which keeps their points only; choose another file",
			a.Name, b.Name, len(l.records[key])*l.settings.perItem()+1)
	}
	if err := l.announce(Plan{Command: "match", Games: m.Games}, *a, *b); err != nil {
		return err
	}
	m.Held, m.Durable = l.records[key], l.Sync
	m.Observers = append(m.Observers, evalbench.OnItem(func(i *evalbench.Item) error {
		if i.Held {
			return nil
		}
		return l.add(key, turn(i.Points(), turned), i.Encode())
	}))
	return nil
}

// mayMatch returns an error if the file cannot keep the match of a and b; it writes
// nothing.
func (l *Ledger) mayMatch(a, b *Player, opinions string) error {
	numberA, numberB := l.find(a), l.find(b)
	if numberA >= 0 && numberB >= 0 {
		key, turned := l.pairing(numberA, numberB)
		dice, begun := l.dice[key]
		switch {
		case begun && (dice.exchanged != turned || dice.seed != l.settings.Seed):
			return fmt.Errorf("tournament: the file holds the match of %s and %s with the sides exchanged", b.Name, a.Name)
		case begun && dice.opinions != opinions:
			return fmt.Errorf("tournament: the file contains the match %w", l.otherOpinions(dice.opinions, opinions))
		case begun:
			return nil
		case l.pairs(key) > 0:
			return fmt.Errorf("tournament: the games of %s and %s in the file were begun by a test or a tournament, which have dice of their own; a match needs another file", a.Name, b.Name)
		}
	}
	return l.freeDice(l.settings.Seed)
}

// otherOpinions returns the error for a match that the ledger keeps with other evaluators
// of luck or another judge.
func (l *Ledger) otherOpinions(found, want string) error {
	type settings struct {
		Opinions string `json:"opinions,omitempty"`
	}
	return &identity.Mismatch{Where: l.path, Differences: identity.Between(settings{found}, settings{want})}
}

// freeDice returns an error if the file has a match with the same dice: the results
// would not be independent.
func (l *Ledger) freeDice(seed uint64) error {
	for key, dice := range l.dice {
		if dice.seed == seed {
			return fmt.Errorf("tournament: the file holds another match with the same dice, of %s and %s: choose another file",
				l.players[key[0]].Name, l.players[key[1]].Name)
		}
	}
	return nil
}

// beginMatch adds the players of a match and its dice, if they are new.
func (l *Ledger) beginMatch(a, b *Player, opinions string) (key [2]int, turned bool, err error) {
	numberA, errA := l.enter(a)
	numberB, errB := l.enter(b)
	if err := errors.Join(errA, errB); err != nil {
		return key, false, err
	}
	key, turned = l.pairing(numberA, numberB)
	if _, begun := l.dice[key]; !begun {
		seed := l.settings.Seed
		l.dice[key] = matchDice{seed, turned, opinions}
		err = l.write(&diceFrame{Dice: seed, A: numberA, B: numberB, Opinions: opinions})
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
