package table

import "gammonlab/board"

// bearsOff returns the play that the table makes for the user with [Table.BearOff]: without
// contact, the only play by which every die bears off a checker.
func (t *Table) bearsOff(plays []board.Play) (board.Play, bool) {
	if !t.BearOff || t.Match.Roller != User || t.Position.Contact() {
		return board.Play{}, false
	}
	var found []board.Play
	own := &t.Position.Own
	most := min(own.Checkers()-int(own[board.Off]), diceOf(t.Match.Dice))
	for _, p := range plays {
		if int(p.Result.Opp[board.Off]-own[board.Off]) == most {
			found = append(found, p)
		}
	}
	if len(found) != 1 {
		return board.Play{}, false
	}
	return found[0], true
}

// diceOf returns the number of checkers that a roll moves.
func diceOf(roll board.Roll) int {
	if roll.Double() {
		return 4
	}
	return 2
}
