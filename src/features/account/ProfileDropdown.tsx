export default function ProfileDropdown() {
  return <a href="/account">My account</a>;
}
