package record

// Swap exchanges the players: player 0 becomes player 1, also in a .mat file's columns.
func (m *Match) Swap() {
	swap(&m.Names)
	swap(&m.Info.Ratings)
	swap(&m.Info.Clock.Left)
	for i := range m.Games {
		g := &m.Games[i]
		swap(&g.Score)
		g.Result.Winner = g.Result.Winner.Opponent()
		for k := range g.Actions {
			a := &g.Actions[k]
			if a.Kind != SetCube { // of no player
				a.Player = a.Player.Opponent()
			}
			if a.Analysis != nil {
				a.Analysis.sgf = nil // has the letters of points of its player
			}
		}
	}
}

func swap[T any](pair *[2]T) { pair[0], pair[1] = pair[1], pair[0] }
