package record

import "fmt"

// noticeLate notes an action behind the result of its game.
func (m *matReader) noticeLate() {
	if m.isOver() {
		m.match.notice(Contradictions, fmt.Sprintf("game %d: an action behind the result", len(m.match.Games)), m.lines)
	}
}

// noticeResults notes the results in the completed match that contradict the play or the
// score of the next game.
func (m *matReader) noticeResults() {
	games := m.match.Games
	for i := range games {
		is, stated := games[i].Result.Winner, m.stated[i].Winner
		if plays(stated) && plays(is) && stated != is {
			m.match.notice(Contradictions, fmt.Sprintf("game %d: a line says %v wins, the play or the score %v", i+1, stated, is), 0)
		}
		if i+1 < len(games) && m.heads[i+1] > 0 {
			m.noticeScore(i)
		}
	}
}

// noticeScore notes a score after a game that contradicts its result. In a money session only
// points of the loser do: programs write 0:0 before each game, or count gammons by another rule.
func (m *matReader) noticeScore(game int) {
	g, score := &m.match.Games[game], m.match.Games[game+1].Score
	winner := g.Result.Winner
	if !plays(winner) || m.match.Length == 0 && score[winner.Opponent()] <= g.Score[winner.Opponent()] {
		return
	}
	want := g.Score
	want[winner] += g.Result.Points
	if score != want {
		text := fmt.Sprintf("game %d begins at %d:%d, %d:%d by game %d", game+2, score[0], score[1], want[0], want[1], game+1)
		m.match.notice(Contradictions, text, m.heads[game+1])
	}
}
