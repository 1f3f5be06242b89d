// Package ogxm decodes and encodes the bytes of OGXM files, version 2: the open
// exchange format of matches with analyses of OpenGammon and HedgeHog. It knows no
// rules of the game.
//
// A file is a header, sections and an end mark. A section has a name of four letters,
// a length, flags and a payload. Payloads consist of records: a length, a mask of the
// optional fields that are present, the mandatory fields, and the optional ones in the
// order of the mask. Readers skip what later versions add at the end of a record, and
// sections that they do not know, unless these are marked as critical.
//
// The format is specified in HedgeHog's public repository (OGXM_FORMAT_SPEC, version
// 2.2, CC BY 4.0); this package is an implementation of its own.
package ogxm
