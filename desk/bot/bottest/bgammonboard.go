package bottest

import "gammonlab/board"

// space converts a place of the player to the protocol's numbering.
func space(place uint8) int {
	if place == board.Bar {
		return 26
	}
	return int(place)
}

// board sends the board to a player.
func (b *Bgammon) board(t *table, p board.Player) {
	c := t.conns[p]
	if c == nil {
		return
	}
	m := &t.game.Match
	number := func(of board.Player) int { return map[board.Player]int{p: 1, p.Opponent(): 2, board.Nobody: 0}[of] }
	fields := map[string]any{
		"Player1": t.player(p), "Player2": t.player(p.Opponent()), "Points": t.game.Length, "Board": t.numbers(p),
		"DoubleValue": m.Cube, "DoublePlayer": number(m.Owner), "DoubleOffered": m.Doubled,
		"Turn": 0, "Roll1": t.thrown[p], "Roll2": t.thrown[p.Opponent()], "Moves": [][]int{}, "Available": t.available(p),
		"Crawford": t.crawford(), "Winner": 0,
	}
	if !t.open() {
		fields["Turn"], fields["Roll1"], fields["Roll2"] = number(m.Roller), m.Dice[0], m.Dice[1]
		if t.partial != nil {
			fields["Moves"] = t.steps(p, t.partial.Steps())
		}
	}
	if t.ended {
		fields["Winner"] = number(t.game.Leader())
	}
	b.send(c, "board", fields)
}

func (t *table) crawford() int {
	switch {
	case t.game.Match.Crawford:
		return 1
	case t.game.CrawfordOver:
		return 2
	}
	return 0
}

func (t *table) player(p board.Player) map[string]any {
	name := ""
	if t.conns[p] != nil {
		name = t.conns[p].name
	}
	return map[string]any{"Name": name, "Points": t.game.Match.Score[p]}
}

// numbers returns the checkers from a player's point of view.
func (t *table) numbers(p board.Player) []int {
	pos := t.position(p)
	all := make([]int, 28)
	for point := 1; point <= 24; point++ {
		all[point] = int(pos.Own[point]) - int(pos.Opp[25-point])
	}
	all[0], all[25] = int(pos.Own[board.Off]), -int(pos.Opp[board.Off])
	all[26], all[27] = int(pos.Own[board.Bar]), -int(pos.Opp[board.Bar])
	return all
}

// available returns the legal next steps of the player on roll.
func (t *table) available(p board.Player) [][]int {
	if t.open() || t.game.Match.Doubled {
		return nil
	}
	return t.steps(p, t.next())
}

// steps returns steps of the roller from a player's point of view.
func (t *table) steps(p board.Player, steps []board.Step) [][]int {
	var all [][]int
	for _, s := range steps {
		from, to := space(s.From), int(s.To)
		if t.game.Match.Roller != p {
			from, to = flip(from), flip(to)
		}
		all = append(all, []int{from, to})
	}
	return all
}

func flip(n int) int {
	switch n {
	case 0:
		return 25
	case 26:
		return 27
	}
	return 25 - n
}
