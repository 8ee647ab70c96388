@main
struct Rogues {
  static func main() {}
}
