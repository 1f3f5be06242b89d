package table

import (
	"errors"
	"fmt"

	"gammonlab/board"
	"gammonlab/board/game"
	"gammonlab/board/record"
)

// Resume returns a table in the state at the end of a record: an unfinished match, or a
// session. The user has the checkers of the player named "you", by default X. The actions
// of the last game can be taken back. The dice throw the next rolls.
func Resume(m *record.Match, beavers int, dice board.Dice) (*Table, error) {
	user := userOf(m)
	r := Rules{Rules: game.Rules{
		Variant: m.Rules.Variant, Length: m.Length, NoCube: m.Rules.NoCube, Jacoby: m.Rules.Jacoby, Beavers: beavers,
	}}
	if len(m.Games) > 0 {
		first := &m.Games[0]
		r.Score = seats(first.Score, user)
		r.PostCrawford = m.Rules.Crawford && game.OneAway(r.Length, r.Score) && !first.Crawford
	}
	past := new(script)
	t := New(r, past)
	t.record.Info, t.record.Names = m.Info, seats(m.Names, user)
	for i := range m.Games {
		if err := t.replay(m, i, user, past); err != nil {
			return nil, fmt.Errorf("game %d: %w", i+1, err)
		}
	}
	if t.MatchOver() {
		return nil, errors.New("the match is over")
	}
	t.first, t.dice.dice = board.Nobody, dice
	return t, nil
}

// userOf returns the player of a record that is the user.
func userOf(m *record.Match) board.Player {
	you := New(Rules{}, nil).record.Names
	if m.Names[Net] == you[User] && m.Names[User] != you[User] {
		return Net
	}
	return User
}

// seats returns values of the players of a record, by their seats at the table.
func seats[T any](of [2]T, user board.Player) [2]T {
	return [2]T{User: of[user], Net: of[user.Opponent()]}
}

// script is dice that throw the rolls of a record.
type script struct{ next board.Roll }

// Roll implements [board.Dice].
func (s *script) Roll() (board.Roll, error) { return s.next, nil }

// replay performs the deeds of a game of a record.
func (t *Table) replay(m *record.Match, number int, user board.Player, past *script) error {
	g := &m.Games[number]
	if len(g.Actions) == 0 {
		return nil
	}
	start, actions := startOf(g, user)
	if t.start = start; start == nil {
		if err := t.beginWith(&actions[0], user, past); err != nil {
			return err
		}
	}
	if err := t.Do(Deed{Kind: Begin}); err != nil {
		return err
	}
	if start == nil {
		t.Match.Cube = g.Cube
		t.keepCube()
	}
	if score := seats(g.Score, user); score != t.Match.Score || g.Crawford != t.Match.Crawford {
		return fmt.Errorf("it begins at %d-%d, want %d-%d after the games before", score[User], score[Net], t.Match.Score[User], t.Match.Score[Net])
	}
	r := m.Replay(number)
	for r.Next() {
		if start != nil && r.Action.Kind >= record.SetBoard && t.Plies == 0 {
			continue
		}
		if err := t.redo(r, r.Action.Player != user, past); err != nil {
			return fmt.Errorf("move %d: %w", r.Row, err)
		}
	}
	return r.Err()
}

// beginWith lets the next game begin with the first roll of a record.
func (t *Table) beginWith(first *record.Action, user board.Player, past *script) error {
	if past.next = first.Roll; first.Kind > record.Rolled || !past.next.Valid() || past.next.Double() {
		return fmt.Errorf("it begins with a %v of %v, want a first roll from the start of the game, or a position", first.Kind, first.Roll)
	}
	t.first = seats([2]board.Player{Net: Net, User: User}, user)[first.Player]
	return nil
}

// redo performs the deeds of an action.
func (t *Table) redo(r *record.Replay, net bool, past *script) error {
	a := &r.Action
	if a.Kind == record.Move || a.Kind == record.Rolled {
		if past.next = a.Roll; !a.Roll.Valid() {
			return errors.New("its roll is missing")
		}
		if t.Match.Dice == (board.Roll{}) {
			if err := t.Do(Deed{Kind: Roll, Net: net}); err != nil {
				return err
			}
		}
	}
	if r.Illegal {
		return errors.New("its play is illegal")
	}
	kind, ok := map[record.Kind]Kind{record.Double: Double, record.Take: Take, record.Drop: Drop, record.Beaver: Beaver}[a.Kind]
	switch {
	case ok:
		return t.Do(Deed{Kind: kind, Net: net})
	case a.Kind == record.Rolled:
		return nil
	case a.Kind == record.Move && r.Play.Steps() == nil:
		return t.Do(Deed{Kind: Move, Net: net})
	case a.Kind == record.Move:
		return t.Do(Deed{Kind: Move, Net: net, Play: board.FormatPlay(r.Position, r.Play)})
	case a.Kind == record.Resign && net:
		if err := t.Do(Deed{Kind: Offer, Net: true, Value: a.Value}); err != nil {
			return err
		}
		return t.Do(Deed{Kind: Accept})
	case a.Kind == record.Resign:
		return t.Do(Deed{Kind: Resign, Value: a.Value})
	}
	return fmt.Errorf("a %v cannot be done at the table", a.Kind)
}

// Unfinished reports whether the current game has actions and is not over.
func (t *Table) Unfinished() bool { return !t.Over() && len(t.game().Actions) > 0 }

// PostCrawford reports whether the match began past its Crawford game.
func (t *Table) PostCrawford() bool {
	games := t.record.Games
	return len(games) > 0 && game.OneAway(t.Length, games[0].Score) && !games[0].Crawford
}

// SetFirst sets the player who begins the next games; for [board.Nobody], the higher die
// decides.
func (t *Table) SetFirst(p board.Player) { t.first = p }

// IsOurs reports whether the players of the record have the names that tables give them.
func (t *Table) IsOurs() bool { return t.record.Names == New(Rules{}, nil).record.Names }
