package study

import (
	"fmt"
	"strconv"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/desk/study"
	"gammonlab/internal/plaintext"
)

func listCommand() *cli.Command {
	return &cli.Command{
		Name:  "list",
		Usage: "list exercises with due dates and results",
		Description: `Prints the exercises with the day of the next repetition, the number of answers, and the cost
of the answers: the mean and the last one.

Example:
   gammonlab study list
   gammonlab study list --due --json`,
		Flags: []cli.Flag{
			fileFlag(), dayFlag(), cliutil.JSONFlag([]listed{}),
			&cli.BoolFlag{Name: "due", Usage: "print only exercises that are due"},
		},
		Action: cliutil.NoArguments(runList, "file"),
	}
}

// listed is an exercise in the list.
type listed struct {
	Number   int    `json:"number"`
	Question string `json:"question"`
	Right    string `json:"correct"`
	Game     string `json:"game,omitempty"`
	Due      bool   `json:"is_due"`
	*study.Card
}

// runList runs the command.
func runList(c *cli.Context) error {
	today, err := dayFromFlag(c)
	if err != nil {
		return err
	}
	all, progress, err := load(c)
	if err != nil {
		return err
	}
	list := []listed{}
	for i := range all {
		e := &all[i]
		l := listed{Number: e.Number, Question: e.Key(), Right: e.Right(), Card: progress.Cards[e.Key()]}
		if len(e.Comment) > 0 {
			l.Game = e.Comment[len(e.Comment)-1]
		}
		l.Due = l.Card != nil && l.Card.Due <= today
		if l.Due || !c.Bool("due") {
			list = append(list, l)
		}
	}
	return cliutil.PrintEither(c, list, func() string { return listText(list, progress.Outlook(all, today).String()) })
}

// listText returns the list as a table.
func listText(list []listed, next string) string {
	t := plaintext.Table{Left: []int{1, 2, 8}}
	t.Add("#", "Question", "Due", "Days", "Easiness", "Answers", "Mean loss", "Last", "Game")
	for i := range list {
		l := &list[i]
		cells := []string{"new", "", "", "0", "", ""}
		if k := l.Card; k != nil {
			due := string(k.Due)
			if l.Due {
				due = "now"
			}
			cells = []string{due, strconv.Itoa(k.Interval), fmt.Sprintf("%.2f", k.Easiness), strconv.Itoa(k.Answers),
				fmt.Sprintf("%.3f", k.Lost/float64(k.Answers)), fmt.Sprintf("%.3f", k.LastLost)}
		}
		t.Add(append(append([]string{strconv.Itoa(l.Number), l.Question}, cells...), l.Game)...)
	}
	return t.Text() + next + "\n"
}
