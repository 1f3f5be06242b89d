package advice

import "gammonlab/board/record"

// DoubleText returns the name of the decision to double or not.
func DoubleText(doubled bool) string {
	if doubled {
		return "double"
	}
	return "no double"
}

// AnswerText returns the name of an answer to a double: take, pass or beaver.
func AnswerText(answer record.Kind) string {
	switch answer {
	case record.Take:
		return "take"
	case record.Beaver:
		return "beaver"
	}
	return "pass"
}

// TakeOrDrop returns [record.Take] or [record.Drop].
func TakeOrDrop(take bool) record.Kind {
	if take {
		return record.Take
	}
	return record.Drop
}
