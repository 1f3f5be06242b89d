package play

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"gammonlab/desk/table"
)

// confirm asks a question. Only the answers yes and y mean yes.
func (t *talk) confirm(question string) (bool, error) {
	answer, err := t.in.Line(question + " (y/n)")
	answer = strings.ToLower(answer)
	return answer == "y" || answer == "yes", err
}

// mayLeave reports whether the user may leave the game. If it is unfinished, it asks a
// user at a terminal; Ctrl-C and the end of the input mean yes.
func (t *talk) mayLeave() (bool, error) {
	if !t.asks || !t.Unfinished() {
		return true, nil
	}
	question := "The game is not finished, and save FILE would keep it. Leave?"
	if t.file != "" {
		question = fmt.Sprintf("The game is not finished. It is kept in %s. Leave?", t.file)
	}
	yes, err := t.confirm(question)
	if err == io.EOF || errors.Is(err, errCtrlC) {
		return true, nil
	}
	return yes, err
}

// mayDrop reports whether the user may replace an unfinished game of a session by another
// one. It asks a user at a terminal.
func (t *talk) mayDrop() (bool, error) {
	if !t.asks || !t.Unfinished() {
		return true, nil
	}
	return t.confirm("The unfinished game will not count. Begin another?")
}

// leave ends the talk if the user confirms it.
func (t *talk) leave() error {
	yes, err := t.mayLeave()
	if err == nil && yes {
		return errLeave
	}
	return err
}

// keep writes the file, if there is one, something has been played, and anything has
// changed since the last time.
func (t *talk) keep() error {
	if t.file == "" || len(t.Played().Games) == 0 || t.kept == len(t.Deeds()) {
		return nil
	}
	if err := t.Save(t.file); err != nil {
		return err
	}
	t.kept = len(t.Deeds())
	return nil
}

// keepOn is keep during the talk: it prints an error only once.
func (t *talk) keepOn() {
	err := t.keep()
	if text := fmt.Sprint(err); err != nil && text != t.keepError {
		t.sayf("The games could not be saved: %v\n", err)
		t.keepError = text
	}
}

// sayWhere prints the path of the record and the command to resume it.
func (t *talk) sayWhere() {
	if t.file == "" || t.kept == 0 {
		return
	}
	t.sayf("The games are in %s.\n", t.file)
	if !t.Over() || t.Length > 0 && !t.MatchOver() {
		t.sayf("To go on: gammonlab play --load %s\n", t.file)
	}
}

// save sets the file that keeps the games.
func (t *talk) save(path string) error {
	switch {
	case path == "" && t.file == "":
		t.sayf("Say in which file: save FILE, .mat or .sgf.\n")
		return nil
	case path == "":
		path = t.file
	}
	if err := checkSave(path, &t.rules); err != nil {
		t.sayf("%v.\n", err)
		return nil
	}
	if _, err := os.Lstat(path); err == nil && path != t.file {
		if !t.asks {
			t.sayf("%s is there already: choose another name.\n", path)
			return nil
		}
		if yes, err := t.confirm(path + " is there already. Replace it?"); err != nil || !yes {
			return err
		}
	}
	t.file, t.kept = path, 0
	if err := t.keep(); err != nil {
		t.file = ""
		t.sayf("The games could not be saved: %v\n", err)
		return nil
	}
	t.sayf("The games are kept in %s, after each play.\n", path)
	return nil
}

// deedNames are the names of deeds in warnings about their cost.
var deedNames = map[table.Kind]string{
	table.Roll: "No double", table.Double: "The double", table.Take: "The take", table.Drop: "The pass", table.Beaver: "The beaver",
}
