// The first file of this module replaces this one.
